import { describe, expect, test } from 'vitest'
import { writeManifests } from '#lib/exports/manifests/write-manifests.ts'
import { writeReport } from '#lib/exports/report/report-page.ts'
import { OWN_FILES } from '#lib/exports/targets/manifest.ts'
import { archiveContext, includedPhoto, targetOf } from '#tests/support/export-plan.ts'

const textOf = (
  id: string,
  included = [includedPhoto()],
  changes: Parameters<typeof archiveContext>[0] = {},
) => {
  const texts = writeManifests(included, archiveContext({ target: targetOf(id), ...changes }))
  return Object.fromEntries(texts.map(({ name, bytes }) => [name, bytes.toString('utf8')]))
}

describe('manifests of receiving systems', () => {
  test.each(['number', 'name', 'hibob', 'bamboohr', 'lucca', 'moodle', 'website-webp'])(
    'the target %s has no manifest',
    id => {
      expect(writeManifests([includedPhoto()], archiveContext({ target: targetOf(id) }))).toEqual([])
    },
  )

  test('SAP SuccessFactors gets Username and Filename, with the file name in ASCII', () => {
    const photo = includedPhoto({ mitarbeiternummer: 'Ö-17' }, { fileName: 'Oe-17.jpg' })
    expect(textOf('sap-successfactors', [photo])['photos.csv']).toBe(
      'Username,Filename\r\nÖ-17,Oe-17.jpg\r\n',
    )
  })

  test('Google Workspace gets a table for GAM with e-mail address and file of each person', () => {
    const photo = includedPhoto({}, { fileName: 'person1@example.com.jpg' })
    expect(textOf('google-workspace', [photo])['photos.csv']).toBe(
      '"email","filename"\r\n"person1@example.com","person1@example.com.jpg"\r\n',
    )
  })

  test('PowerSchool gets a map without a header, separated by tabs, with leading zeros', () => {
    expect(textOf('powerschool')['photo-map.txt']).toBe('000001\t000001.jpg\r\n')
  })

  test('the key has the chosen zeros and letter case', () => {
    const naming = { ...targetOf('powerschool').naming, pad: 9 }
    expect(textOf('powerschool', undefined, { naming })['photo-map.txt']).toMatch(/^000000001\t/)
  })

  test('Genetec gets the path of each photo on the computer that imports it', () => {
    expect(textOf('genetec', undefined, { locale: 'en' })['cardholders.csv']).toBe(
      '\ufeff"First name";"Last name";"Employee number";"E-mail";"Picture"\r\n' +
        '"Jörg";"Groß";"000001";"person1@example.com";"C:\\Portraits\\000001.jpg"\r\n',
    )
  })

  test('the table header speaks the language of its users, and the hint names the same column', () => {
    for (const id of ['genetec', 'badge-printer'])
      for (const locale of ['de', 'en'] as const) {
        const { 'README.txt': _, ...files } = textOf(id, undefined, { locale })
        const head = Object.values(files).join('').split('\r\n')[0] ?? ''
        expect(head).toContain(locale === 'de' ? '"Personalnummer"' : '"Employee number"')
        const named = /[„“]([^”“„]+)[“”](?= (?:nennt|dem|names|to the cardholder))/.exec(
          targetOf(id).how[locale],
        )?.[1]
        expect(head).toContain(`"${named}"`)
      }
  })

  test('a table for people guards against formulas, and one for a machine keeps exact values', () => {
    const photo = includedPhoto({ last_name: '=1+1', mitarbeiternummer: '-17' })
    expect(textOf('badge-printer', [photo])['badges.csv']).toContain('"\'=1+1"')
    expect(textOf('sap-successfactors', [photo])['photos.csv']).toContain('\r\n-17,')
  })

  test('a table keeps invisible characters for matching, and texts for people show them', () => {
    const photo = includedPhoto({ last_name: 'Ab\u202eba', mitarbeiternummer: '\u00ad7' })
    const project = { projektnummer: '7', name: 'Kö\u202eln' }
    const badges = textOf('badge-printer', [photo], { project })
    expect(badges['badges.csv']).toContain('Ab\u202eba')
    expect(textOf('sap-successfactors', [photo])['photos.csv']).toContain('\r\n\u00ad7,')
    expect(badges['README.txt']).toContain('Kö[U+202E]ln')
  })

  test('a value cannot break out of its field', () => {
    const nasty = includedPhoto({ mitarbeiternummer: 'a,"b"\r\nc\td', last_name: 'x";"y' })
    expect(textOf('sap-successfactors', [nasty])['photos.csv']).toBe(
      'Username,Filename\r\na  b c d,000001.jpg\r\n',
    )
    expect(textOf('powerschool', [nasty])['photo-map.txt']).toBe('a, b c d\t000001.jpg\r\n')
    expect(textOf('badge-printer', [nasty])['badges.csv']).toContain('"x"";""y"')
  })

  test('a manifest lists only the photos of its own part', () => {
    const photos = [includedPhoto(), includedPhoto({ id: 2 }, { fileName: '000002.jpg', part: 2 })]
    const part = { number: 2, of: 2 }
    const texts = textOf('powerschool', photos, { part })
    expect(texts['photo-map.txt']).toBe('000002\t000002.jpg\r\n')
    expect(texts['README.txt']).toContain('Part 2 of 2.')
  })

  test('a manifest comes with instructions in the chosen language', () => {
    const { 'LIESMICH.txt': german } = textOf('genetec', undefined, { locale: 'de' })
    expect(german).toContain(targetOf('genetec').how.de)
    expect(german).toContain('4. November 2026 · 1 Person in dieser Datei')
    const { 'README.txt': english } = textOf('genetec', undefined, { locale: 'en' })
    expect(english).toContain(targetOf('genetec').how.en)
    expect(english).not.toContain('Part')
  })

  test.each(['microsoft-365', 'active-directory'])(
    'the texts of %s tell IT the module, permission, trial, photo source and delay',
    id => {
      for (const locale of ['de', 'en'] as const) {
        const { how } = targetOf(id)
        const texts = textOf(id, undefined, { locale })
        const readme = texts['README.txt'] ?? texts['LIESMICH.txt'] ?? ''
        for (const fact of ['-WhatIf', 'photoUpdateSettings.source', '24'])
          expect(readme, fact).toContain(fact)
        expect(readme).toMatch(/Install-Module Microsoft\.Graph\.Users|RSAT/)
        expect(readme).toMatch(/ProfilePhoto\.ReadWrite\.All|thumbnailPhoto/)
        expect(readme.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
        expect(how[locale]).toContain('IT')
        expect(how[locale]).not.toMatch(/PowerShell|UPN|ps1/)
      }
    },
  )

  test.each([
    ['microsoft-365', 4],
    ['active-directory', 2],
  ])('every module command that %s needs stops at an error, so that it is noticed', (id, commands) => {
    const script = Object.entries(textOf(id)).find(([name]) => name.endsWith('.ps1'))?.[1] ?? ''
    const isCommand = (line: string) => /\b(?:Get|Set|Connect)-(?:Mg|AD)\w+/.test(line)
    const lines = script.split('\r\n').filter(line => !line.startsWith('#') && isCommand(line))
    expect(lines).toHaveLength(commands)
    for (const line of lines) expect(line).toContain(' -ErrorAction Stop')
  })

  test.each(['de', 'en'] as const)(
    'every file that the desk adds to an archive is listed in OWN_FILES, in %s',
    locale => {
      const context = archiveContext({ target: targetOf('powerschool'), locale })
      const [, readme] = writeManifests([includedPhoto()], context)
      const report = writeReport({ included: [], problems: [], waiting: [] }, context)
      for (const { name } of [...report, readme ?? { name: '' }]) expect(OWN_FILES).toContain(name)
    },
  )

  test('manifests mention no report beside published photos', () => {
    const target = { ...targetOf('genetec'), published: true }
    const [, readme] = writeManifests([includedPhoto()], archiveContext({ target }))
    expect(String(readme?.bytes)).not.toContain('report')
  })
})
