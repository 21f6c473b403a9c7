import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { readTable } from '#lib/imports/read/read-table.ts'

const HEADERS = ['Vorname', 'Nachname', 'E-Mail', 'Eintritt']
const person = (name: string): string[] => [name, 'Groß', `${name.toLowerCase()}@example.com`, '2026-03-01']

/** A workbook as several places fill it in: a title over merged cells, the headers in the third line, a filter. */
function toWorkbook(): Uint8Array {
  const book = utils.book_new()
  const cologne = utils.aoa_to_sheet([
    ['Mitarbeitende Köln'],
    [],
    HEADERS,
    ...['Anna', 'Ben', 'Cem'].map(person),
  ])
  cologne['!merges'] = [utils.decode_range('A1:D2')]
  cologne['!rows'] = [{}, {}, {}, {}, { hidden: true }, { hidden: true }]
  utils.book_append_sheet(book, cologne, 'Köln')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Nur eine Bemerkung']]), 'Hinweise')
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADERS, person('Eva'), person('Ida')]), 'Bonn')
  return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
}

test('a workbook says which sheet was read, and in which others people stand', async () => {
  const { guess, others, rows } = await readTable(toWorkbook())
  expect(guess).toMatchObject({ sheet: 'Köln', header_row: 3 })
  expect(rows.map(({ row, cells }) => [row, cells[0]])).toEqual([
    [1, 'Mitarbeitende Köln'],
    [3, 'Vorname'],
    [4, 'Anna'],
    [5, 'Ben'],
    [6, 'Cem'],
  ])
  expect(others).toEqual([{ sheet: 'Bonn', people: 2 }])
  expect((await readTable(toWorkbook(), { sheet: 'Bonn' })).others).toEqual([{ sheet: 'Köln', people: 3 }])
})

test('lines that are filtered out come along and are counted, and can be left out', async () => {
  expect((await readTable(toWorkbook())).hidden).toBe(2)
  const without = await readTable(toWorkbook(), { without_hidden: true })
  expect(without.rows.map(({ row }) => row)).toEqual([1, 3, 4])
  expect(without).toMatchObject({ hidden: 2, guess: { header_row: 3 } })
})
