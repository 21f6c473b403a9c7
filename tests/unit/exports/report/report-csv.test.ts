import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExportResult } from '#lib/exports/archive-contents.ts'
import type { ExportProblem } from '#lib/exports/contract.ts'
import { toUnreadable } from '#lib/exports/problems.ts'
import { writeReportCsv } from '#lib/exports/report/report-csv.ts'
import { readCsv } from '#tests/support/csv.ts'
import { includedPhoto } from '#tests/support/export-plan.ts'
import { ANY_INVISIBLE, MAYBE_SPELLED, toMark } from '#tests/support/invisible.ts'
import { runs } from '#tests/support/night.ts'
import { photoOf } from '#tests/support/people.ts'
import { anyText } from '#tests/support/unicode.ts'

const HEAD = [
  ...['Result', 'File', 'Archive', 'Employee number', 'Name', 'Number at the portrait service', 'Edited'],
  ...['Size in bytes', 'Note', 'SHA-256', 'Code for programs'],
]
const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']

const problemOf = (changes: Partial<ExportProblem> = {}): ExportProblem => ({
  employee_id: 9,
  mitarbeiternummer: '000009',
  name: 'Müller, Åsa',
  code: 'not_approved',
  file_name: null,
  ...changes,
})

const write = (result: Partial<ExportResult>, locale: 'de' | 'en' = 'en') =>
  writeReportCsv({ included: [], problems: [], waiting: [], ...result }, { locale })
const read = (...given: Parameters<typeof write>) =>
  readCsv(
    write(...given)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  )

describe('report.csv', () => {
  test('the report has a line without an id for each unreadable record', () => {
    const rows = read({ problems: toUnreadable(2) }).slice(1)
    expect(rows.map(row => [row[0], row[5], row[10]])).toEqual([
      ['missing', '', 'unreadable'],
      ['missing', '', 'unreadable'],
    ])
  })

  test('the report lists missing and waiting people with reasons, then photos with checksums', () => {
    const rows = read({
      included: [includedPhoto({}, { part: 2 })],
      problems: [problemOf({ code: 'service_timeout' })],
      waiting: [problemOf({ employee_id: 10 })],
    })
    expect(rows).toEqual([
      HEAD,
      [
        'missing',
        '',
        '',
        '000009',
        'Müller, Åsa',
        '9',
        '',
        '',
        'The portrait service took too long.',
        '',
        'service_timeout',
      ],
      [
        'waiting',
        '',
        '',
        '000009',
        'Müller, Åsa',
        '10',
        '',
        '',
        'The photo is edited but not approved yet.',
        '',
        'not_approved',
      ],
      [
        'included',
        '000001.jpg',
        '2',
        '000001',
        'Groß, Jörg',
        '1',
        photoOf(1).edited_at,
        '1234567',
        '',
        'a1'.repeat(32),
        '',
      ],
    ])
  })

  test('the report lists a person with a notice once, as included, with the notice', () => {
    const note = { employee_id: 1, file_name: '000001.jpg' }
    const rows = read({
      included: [includedPhoto()],
      problems: [
        problemOf({ ...note, code: 'name_changed' }),
        problemOf({ ...note, code: 'duplicate_name' }),
      ],
    })
    expect(rows.map(([result]) => result)).toEqual(['Result', 'included'])
    expect([rows[1]?.[8], rows[1]?.[10]]).toEqual([
      expect.stringMatching(/^Characters.*Two people/),
      'name_changed duplicate_name',
    ])
  })

  test('the report quotes an unknown status of the service, with invisible characters spelled out', () => {
    const [, row] = read({
      problems: [problemOf({ code: 'unknown_status', values: { status: 'on\u200bhold' } })],
    })
    expect([row?.[8], row?.[10]]).toEqual([expect.stringContaining('“on[U+200B]hold”'), 'unknown_status'])
  })

  test('the report speaks the chosen language, and shows a code without a sentence', () => {
    const [head, row] = read({ problems: [problemOf()] }, 'de')
    expect(head?.slice(0, 4)).toEqual(['Ergebnis', 'Datei', 'Archiv', 'Personalnummer'])
    expect(row?.[0]).toBe('fehlt')
    expect(row?.[8]).toBe('Das Foto ist bearbeitet, aber noch nicht freigegeben.')
    expect(read({ problems: [problemOf({ code: 'odd' })] })[1]?.slice(8)).toEqual([
      'The photo could not be fetched (odd).',
      '',
      'odd',
    ])
  })

  test('the report is UTF-8 with a BOM and CR LF, as Excel wants it', () => {
    const bytes = write({ included: [includedPhoto()] })
    expect(bytes.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(bytes.toString('utf8')).toMatch(/\r\n$/)
    expect(bytes.toString('utf8').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

describe('text that a spreadsheet would run', () => {
  const starts = FORMULA_STARTS.flatMap(start => [start, ` ${start}`, `\ufeff${start}`, `\u00a0 ${start}`])

  test.each(starts)('a leading %j is made harmless in every field of the report', start => {
    const text = `${start}HYPERLINK("x")`
    const included = [includedPhoto({ mitarbeiternummer: text, last_name: text }, { fileName: text })]
    const [, missing, row] = read({
      included,
      problems: [problemOf({ name: text, mitarbeiternummer: text })],
    })
    const name = text.startsWith('\ufeff') ? text.replace('\ufeff', '[U+FEFF]') : `'${text}`
    expect([missing?.[3], missing?.[4]]).toEqual([`'${text}`, name])
    expect([row?.[1], row?.[3], row?.[4]]).toEqual([`'${text}`, `'${text}`, `${name}, Jörg`])
  })
})

test('every text of the report is read back, except for apostrophes and invisible characters', () => {
  const whole = anyText.map(text => text.toWellFormed())
  fc.assert(
    fc.property(whole, whole, (number, name) => {
      fc.pre(!MAYBE_SPELLED.test(name))
      const [, row] = read({ problems: [problemOf({ mitarbeiternummer: number, name })] })
      for (const [field, text] of [
        [row?.[3], number],
        [row?.[4], name.replaceAll(/(?![\t-\r])\p{Cc}/gu, toMark).replaceAll(ANY_INVISIBLE, toMark)],
      ] as const) {
        expect(field?.replaceAll("'", '')).toBe(text.replaceAll("'", ''))
        expect(field?.replace(/^[\s\ufeff]*/, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
      }
    }),
    runs(2000),
  )
})
