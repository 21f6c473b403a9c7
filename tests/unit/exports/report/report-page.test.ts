import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExportResult } from '#lib/exports/archive-contents.ts'
import type { ExportProblem } from '#lib/exports/contract.ts'
import { toUnreadable } from '#lib/exports/problems.ts'
import { writeReport, writeReportPage } from '#lib/exports/report/report-page.ts'
import de from '#lib/exports/texts/de.json' with { type: 'json' }
import en from '#lib/exports/texts/en.json' with { type: 'json' }
import { html } from '#lib/text/html.ts'
import { archiveContext, includedPhoto, targetOf } from '#tests/support/export-plan.ts'
import { ANY_INVISIBLE, INVISIBLE_ROWS, MAYBE_SPELLED, toMark } from '#tests/support/invisible.ts'
import { runs } from '#tests/support/night.ts'
import { anyText } from '#tests/support/unicode.ts'

/** Control characters other than spaces, and noncharacters. */
const NOT_IN_HTML = /(?![\t\n\f\r])\p{Cc}|[\ufdd0-\ufdef\ufffe\uffff]/gu

const problemOf = (changes: Partial<ExportProblem> = {}): ExportProblem => ({
  employee_id: 9,
  mitarbeiternummer: '000009',
  name: 'Müller, Åsa',
  code: 'not_approved',
  file_name: null,
  ...changes,
})

const page = (result: Partial<ExportResult> = {}, changes: Parameters<typeof archiveContext>[0] = {}) =>
  writeReportPage({ included: [], problems: [], waiting: [], ...result }, archiveContext(changes)).text

/** Returns the document as a browser would parse it: elements in their order, and the text between them. */
function read(markup: string): { tags: string[]; text: string } {
  const withoutStyle = markup.replace(/<style>[\s\S]*?<\/style>/, '<style></style>')
  const tags = [...withoutStyle.matchAll(/<[^>]*>/g)].map(([tag]) => tag)
  const text = withoutStyle
    .replaceAll(/<[^>]*>/g, '\u241f')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&nbsp;', '\u00a0')
    .replaceAll('&amp;', '&')
  return { tags, text }
}

describe('report.html', () => {
  test('the report page counts and names everybody with file and reason', () => {
    const { text } = read(
      page({
        included: [includedPhoto()],
        problems: [
          problemOf({ code: 'service_timeout' }),
          problemOf({ employee_id: 1, code: 'name_changed', file_name: 'a_b.jpg' }),
        ],
        waiting: [problemOf({ employee_id: 10, name: 'Wartet, Wer' })],
      }),
    )
    for (const told of [
      'Groß, Jörg',
      '000001.jpg',
      '1.2 MB',
      '7 Oct 2026',
      'The portrait service took too long.',
      'a_b.jpg',
      'Wartet, Wer',
      'The photo is edited but not approved yet.',
      '2026-0042',
      '4 November 2026 at 00:30',
    ])
      expect(text).toContain(told)
  })

  test('the report page leaves out empty sections', () => {
    const { text } = read(page({ included: [includedPhoto()] }))
    for (const title of [
      en.report.missingTitle,
      en.report.noticesTitle,
      en.report.waitingTitle,
      en.report.partNote,
    ])
      expect(text).not.toContain(title)
    expect(read(page()).text).toContain(en.report.nobody)
  })

  test('the report of one part says which part it is, and where each file is', () => {
    const included = [includedPhoto(), includedPhoto({ id: 2 }, { part: 2, fileName: '000002.jpg' })]
    const { text } = read(page({ included }, { part: { number: 2, of: 3 } }))
    expect(text).toContain('Part 2 of 3')
    expect(text).toContain('000002.jpg')
    expect(text).toContain('000001.jpg')
  })

  test('the report page names a person unknown to the service by the id', () => {
    const { text } = read(
      page({ problems: [problemOf({ name: '', mitarbeiternummer: '', code: 'not_found' })] }),
    )
    expect(text).toContain('Unknown person (9)')
  })

  test('the report page counts unreadable records among the missing people', () => {
    const { text } = read(page({ problems: toUnreadable(2) }))
    expect(text).toContain(en.report.unreadable)
    expect(text).toContain(en.codes.unreadable)
  })

  test('the report page speaks the chosen language', () => {
    const german = page({ waiting: [problemOf()] }, { locale: 'de', target: targetOf('moodle') })
    expect(german).toContain('<html lang="de">')
    expect(german).toContain(de.codes.not_approved)
    expect(german).toContain('Nutzerbilder hochladen')
  })

  test('the report page is one page without scripts and without external resources', () => {
    const { tags } = read(page({ included: [includedPhoto()], waiting: [problemOf()] }))
    for (const tag of tags)
      expect(tag).not.toMatch(/<(?:script|img|link|iframe|object)\b|\b(?:src|on\w+)=|\bhref="[^#]/i)
    expect(tags.join('')).toContain('default-src &#39;none&#39;'.replaceAll('&#39;', "'"))
  })
})

describe('report pages with any names', () => {
  const hostile = fc.oneof(
    anyText,
    fc
      .array(
        fc.constantFrom(
          '<',
          '>',
          '"',
          "'",
          '&',
          '&lt;',
          '<script>',
          '</td>',
          '<!--',
          '-->',
          '</style>',
          ']]>',
          '\0',
          '\ud800',
          'x',
        ),
        { maxLength: 10 },
      )
      .map(parts => parts.join('')),
  )
  const toRead = (text: string) => text.toWellFormed()

  test('the report page has the same elements for any names, and shows each name unchanged', () => {
    const result = (text: string) => ({
      included: [includedPhoto({ last_name: `x${text}`, mitarbeiternummer: `x${text}` }, { fileName: text })],
      problems: [problemOf({ name: `x${text}`, mitarbeiternummer: `x${text}`, code: text })],
      waiting: [],
    })
    const context = (text: string) => ({ project: { projektnummer: text, name: text } })
    const harmless = read(page(result('anna'), context('anna'))).tags
    fc.assert(
      fc.property(hostile, text => {
        fc.pre(!MAYBE_SPELLED.test(text))
        const { tags, text: shown } = read(page(result(text), context(text)))
        expect(tags).toEqual(harmless)
        const visible = toRead(text).replaceAll(NOT_IN_HTML, '\ufffd').replaceAll(ANY_INVISIBLE, toMark)
        expect(shown).toContain(`x${visible}, Jörg`)
      }),
      runs(2000),
    )
  })
})

test.each(INVISIBLE_ROWS)('the %s is a mark wherever the report could show it', (_, character) => {
  const text = `x${character}y`
  const person = { last_name: text, first_name: text, mitarbeiternummer: text, email: text }
  const problems = [
    problemOf({ name: text, mitarbeiternummer: text, code: 'name_changed', file_name: text }),
    problemOf({ name: text, mitarbeiternummer: text }),
  ]
  const result = { included: [includedPhoto(person, { fileName: text })], problems, waiting: problems }
  const shown = page(result, { project: { projektnummer: text, name: text } })
  expect(shown).not.toContain(character)
  expect(shown.split(`x${toMark(character)}y`).length).toBeGreaterThan(10)
})

test('only the html helper makes markup', () => {
  expect(html`<p>${'<b>'}${html`<i>${'&'}</i>`}${['"', false, null, 0]}</p>`.text).toBe(
    '<p>&lt;b&gt;<i>&amp;</i>&quot;0</p>',
  )
})

test('the archive gets a report page for people and a table for programs', () => {
  const texts = writeReport({ included: [], problems: [], waiting: [] }, archiveContext())
  expect(texts.map(({ name }) => name)).toEqual(['report.html', 'report.csv'])
})

test('the report pages of both languages say the same things', () => {
  const keysOf = (texts: object, path = ''): string[] =>
    Object.entries(texts).flatMap(([key, value]) =>
      typeof value === 'object' ? keysOf(value, `${path}${key}.`) : `${path}${key}`,
    )
  expect(keysOf(de)).toEqual(keysOf(en))
})
