import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ExportProblem } from '#lib/exports/contract.ts'
import { writeReport } from '#lib/exports/report.ts'
import { readCsv } from '#tests/support/csv.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'
import { anyText } from '#tests/support/unicode.ts'

const HEAD = ['result', 'file', 'mitarbeiternummer', 'name', 'employee_id', 'edited_at', 'reason', 'sha256']
const SHA = 'a'.repeat(64)
const FORMULA_STARTS = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']

const includedOf = (changes: Parameters<typeof readyEmployee>[0] = {}, fileName = '000001.jpg') => {
  const employee = readyEmployee(changes)
  const photo = { path: '/nowhere', bytes: 1, crc32: 1, sha256: SHA }
  return { entry: { employee, editedAt: employee.photo.edited_at ?? '', fileName }, photo }
}

const problemOf = (changes: Partial<ExportProblem> = {}): ExportProblem => ({
  employee_id: 9,
  mitarbeiternummer: '000009',
  name: 'Müller, Åsa',
  code: 'not_approved',
  file_name: null,
  ...changes,
})

const read = (report: Buffer) => readCsv(report.toString('utf8').replace(/^\ufeff/, ''))

describe('the report', () => {
  test('says who is missing and why, then who is included and with which checksum', () => {
    const report = writeReport({ included: [includedOf()], problems: [problemOf()] })
    expect(read(report)).toEqual([
      HEAD,
      ['missing', '', '000009', 'Müller, Åsa', '9', '', 'not_approved', ''],
      ['included', '000001.jpg', '000001', 'Groß, Jörg', '1', photoOf(1).edited_at, '', SHA],
    ])
  })

  test('lists a changed name once, as included', () => {
    const report = writeReport({ included: [includedOf()], problems: [problemOf({ code: 'name_changed' })] })
    expect(read(report).map(([result]) => result)).toEqual(['result', 'included'])
  })

  test('is UTF-8 with a byte order mark and ends each line with CR LF, as Excel wants it', () => {
    const report = writeReport({ included: [includedOf()], problems: [] })
    expect(report.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(report.toString('utf8')).toMatch(/\r\n$/)
    expect(report.toString('utf8').replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  })
})

describe('text that a spreadsheet would run', () => {
  const starts = FORMULA_STARTS.flatMap(start => [start, ` ${start}`, `\ufeff${start}`, `\u00a0 ${start}`])

  test.each(starts)('%j at the beginning is made harmless, wherever it comes from', start => {
    const text = `${start}HYPERLINK("x")`
    const included = includedOf({ mitarbeiternummer: text, last_name: text }, text)
    const [, missing, row] = read(
      writeReport({ included: [included], problems: [problemOf({ name: text, mitarbeiternummer: text })] }),
    )
    expect([missing?.[2], missing?.[3]]).toEqual([`'${text}`, `'${text}`])
    expect([row?.[1], row?.[2], row?.[3]]).toEqual([`'${text}`, `'${text}`, `'${text}, Jörg`])
  })
})

test('every text comes back as it went in, but for the apostrophe', () => {
  const whole = anyText.map(text => text.toWellFormed())
  fc.assert(
    fc.property(whole, whole, (number, name) => {
      const [, row] = read(
        writeReport({ included: [], problems: [problemOf({ mitarbeiternummer: number, name })] }),
      )
      for (const [field, text] of [
        [row?.[2], number],
        [row?.[3], name],
      ] as const) {
        expect(field === text || field === `'${text}`).toBe(true)
        expect(field?.replace(/^[\s\ufeff]*/, '')).not.toMatch(/^[=+\-@＝＋－＠]/)
      }
    }),
    { numRuns: 2000 },
  )
})
