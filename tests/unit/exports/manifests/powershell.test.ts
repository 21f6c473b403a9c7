import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toPowerShellString } from '#lib/exports/manifests/powershell.ts'
import { writeManifests } from '#lib/exports/manifests/write-manifests.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { archiveContext, includedPhoto, targetOf } from '#tests/support/export-plan.ts'
import { ANY_INVISIBLE, INVISIBLE_ROWS, MAYBE_SPELLED, toMark } from '#tests/support/invisible.ts'
import { runs } from '#tests/support/night.ts'
import { readPowerShell } from '#tests/support/powershell.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { anyText } from '#tests/support/unicode.ts'

const HAS_PWSH = spawnSync('pwsh', ['-v']).status === 0
const SCRIPTS = ['microsoft-365', 'active-directory'] as const

/** Text that would have an effect outside of its string. */
const hostile = fc.oneof(
  anyText,
  fc
    .array(
      fc.constantFrom(
        "'",
        '\u2018',
        '\u2019',
        '\u201a',
        '\u201b',
        '"',
        '\u201c',
        '`',
        '$(calc)',
        ';',
        '#',
        '\r\n',
        '\n',
        '}',
        ')',
        '@',
        '{0}',
        '%',
        '&',
        '|',
        '<#',
        "'@",
        '\u2028',
        '\0',
      ),
      { maxLength: 12 },
    )
    .map(parts => parts.join('')),
)

function scriptOf(
  id: (typeof SCRIPTS)[number],
  people: Partial<Employee>[],
  fileName = 'x.jpg',
  locale: 'de' | 'en' = 'de',
) {
  const included = people.map(person => includedPhoto(person, { fileName }))
  const [script] = writeManifests(included, archiveContext({ target: targetOf(id), locale }))
  if (!script) throw new Error('There is no script.')
  return { ...script, text: script.bytes.toString('utf8').replace(/^\ufeff/, '') }
}

const withoutStrings = (script: string) =>
  readPowerShell(script)
    .map(({ kind, text }) => (kind === 'string' ? '' : text))
    .join('\u241f')
const stringsOf = (script: string) =>
  readPowerShell(script).flatMap(({ kind, text }) => (kind === 'string' ? [text] : []))

describe('a PowerShell string', () => {
  test.each([
    ['anna@example.com', "'anna@example.com'"],
    ["o'neill", "'o''neill'"],
    ['a\u2019; calc #', "'a\u2019\u2019; calc #'"],
    ['$(calc) `n "x"', `'$(calc) \`n "x"'`],
    ['a\r\nb\0', "'a  b[U+0000]'"],
    ['anna\u202e@example.com', "'anna[U+202E]@example.com'"],
  ])('the PowerShell string of %j is %s', (text, string) => expect(toPowerShellString(text)).toBe(string))

  test('the PowerShell string of any text is one string with this text and nothing else', () => {
    fc.assert(
      fc.property(hostile, text => {
        fc.pre(!MAYBE_SPELLED.test(text))
        const told = text
          .toWellFormed()
          .replaceAll(/[\t\n\v\f\r]/g, ' ')
          .replaceAll(ANY_INVISIBLE, toMark)
          .replaceAll(/\p{Cc}/gu, toMark)
        expect(readPowerShell(toPowerShellString(text))).toEqual([{ kind: 'string', text: told }])
      }),
      runs(10_000),
    )
  })
})

describe.each(SCRIPTS)('the script for %s', id => {
  test('the script differs only in its strings, whatever the people are called', () => {
    const harmless = withoutStrings(scriptOf(id, [{ email: 'anna@example.com' }]).text)
    fc.assert(
      fc.property(hostile, hostile, (email, fileName) => {
        expect(withoutStrings(scriptOf(id, [{ email }], fileName).text)).toBe(harmless)
      }),
      runs(2000),
    )
  })

  test.each(INVISIBLE_ROWS)(
    'the script shows the %s of an address, and acts on what it shows',
    (_, character) => {
      const { text } = scriptOf(id, [{ email: `anna${character}@example.com` }])
      expect(text.replace(/^\ufeff/, '')).not.toContain(character)
      expect(stringsOf(text)).toContain(`anna${toMark(character)}@example.com`)
    },
  )

  test('the script looks up each account in a trial too, and only writes ask ShouldProcess', () => {
    const code = withoutStrings(scriptOf(id, [{}]).text)
    const [before = '', inside = ''] = code.split(/if \(\$PSCmdlet\.ShouldProcess\([^)]*\)\) \{/)
    const end = inside.indexOf('$set++')
    expect(before).toMatch(/foreach[\s\S]*\bGet-(?:ADUser|MgUser) /)
    expect(before).not.toMatch(/\bSet-(?:AD|Mg)/)
    expect(inside.slice(0, end)).toMatch(/\bSet-(?:ADUser|MgUserPhotoContent) /)
    expect(inside).not.toContain('Get-')
    expect(inside.slice(end)).not.toMatch(/\bSet-/)
    expect(inside).toMatch(
      /if \(\$WhatIfPreference\) \{\s+Write-Host [^}]*\$failed[^}]*\} else \{\s+Write-Host [^}]*\$set/,
    )
  })

  test('the script names each person and each file once', () => {
    const { text } = scriptOf(id, [{ email: "o'neill@example.com" }], "o'neill@example.com.jpg")
    const strings = stringsOf(text)
    expect(strings.filter(string => string === "o'neill@example.com")).toHaveLength(1)
    expect(strings.filter(string => string === "o'neill@example.com.jpg")).toHaveLength(1)
  })

  test('the script is UTF-8 with a BOM and CR LF, as Windows PowerShell 5.1 needs it', () => {
    const { bytes, text } = scriptOf(id, [{ email: 'jörg@example.com' }])
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    expect(text).toContain('jörg@example.com')
  })

  test('the script is balanced in both languages, even without people', () => {
    for (const locale of ['de', 'en'] as const)
      for (const people of [[], [{}], [{ id: 1 }, { id: 2 }]]) {
        const code = withoutStrings(scriptOf(id, people, 'x.jpg', locale).text).replaceAll(/#[^\r]*/g, '')
        expect(closesEverything(code)).toBe(true)
      }
  })

  // A machine without PowerShell has nothing to test here; a skipped test would count as failed.
  if (HAS_PWSH)
    test('the script is parsed by PowerShell itself without an error', () => {
      const path = join(createTempFolder(), 'script.ps1')
      writeFileSync(path, scriptOf(id, [{ email: "o\u2019neill@example.com'; calc" }]).bytes)
      const check = `$errors = $null; [void][System.Management.Automation.Language.Parser]::ParseFile('${path}', [ref]$null, [ref]$errors); exit $errors.Count`
      expect(spawnSync('pwsh', ['-NoProfile', '-Command', check]).status).toBe(0)
    })
})

test('the script gives an account that refuses the large photo the small one, and names both', () => {
  const [large = { fileName: '', bytes: 0, sha256: '' }] = includedPhoto().files
  const small = { ...large, fileName: 'anna-small.jpg' }
  const photo = { ...includedPhoto({ email: 'anna@example.com' }), files: [large, small] }
  const [script] = writeManifests([photo], archiveContext({ target: targetOf('microsoft-365') }))
  const strings = stringsOf(String(script?.bytes).replace(/^\ufeff/, ''))
  expect(strings).toEqual(expect.arrayContaining([large.fileName, small.fileName]))
  expect(String(script?.bytes)).toMatch(/try \{[^}]*-InFile \$path\s+\} catch \{[^}]*-InFile \$small/)
})

test('the filter for an account of Active Directory cannot be changed by an address', () => {
  const { text } = scriptOf('active-directory', [{ email: 'a*)(objectClass=*)\\\0@example.com' }])
  const email = 'a\\2a\\29\\28objectClass=\\2a\\29\\5c\\00@example.com'
  expect(stringsOf(text)).toContain(`(|(mail=${email})(userPrincipalName=${email}))`)
})

function closesEverything(code: string): boolean {
  const open: string[] = []
  const pairs: Record<string, string> = { ')': '(', '}': '{', ']': '[' }
  for (const character of code) {
    if ('({['.includes(character)) open.push(character)
    else if (character in pairs && open.pop() !== pairs[character]) return false
  }
  return open.length === 0
}
