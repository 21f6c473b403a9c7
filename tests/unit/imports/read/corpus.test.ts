import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { listHeaders, toDataRows } from '#components/imports/columns/columns.ts'
import { readTable } from '#lib/imports/read/read-table.ts'
import type { Table } from '#lib/imports/read/table.ts'
import { HEADER_ROW, HEADERS, PEOPLE, TITLE } from '#tests/support/spreadsheets/list.ts'
import { writeTexts } from '#tests/support/spreadsheets/write-texts.ts'

const FILES = 'tests/support/spreadsheets/files'

const WORKBOOK_PEOPLE = [
  ['00042', 'Müller', 'Änne', 'aenne.mueller@example.com', 'Deutsch', '01.03.2024', '4711.5'],
  ['00007', 'Straße', 'Björn', 'bjoern.strasse@example.com', 'de', '31.12.2019', '4711'],
  ['00100', 'Luk', 'Anna\nMaria', 'luk@example.com', '', '', '0815'],
  ['123456789012', 'von der Heide', 'Žofie', 'zofie@example.com', 'en', '01.01.2000', 'TRUE'],
]

function read(name: string) {
  return readFileSync(`${FILES}/${name}`)
}

/** Splits a table as the import does. */
function split(table: Table) {
  const { header_row: headerRow } = table.guess
  return { headers: listHeaders({ table, headerRow }), rows: toDataRows(table, headerRow) }
}

describe('delimited texts', () => {
  test('the corpus contains what its script creates', () => {
    const names = readdirSync(FILES).filter(name => name.endsWith('.csv'))
    expect(names.sort()).toEqual(
      writeTexts()
        .map(({ name }) => name)
        .sort(),
    )
    expect(names).toHaveLength(24)
  })

  test.each(writeTexts())('the file $name is read cell by cell without any choice', async file => {
    const bytes = read(file.name)
    expect(Buffer.compare(bytes, file.bytes)).toBe(0)
    const table = await readTable(bytes)
    expect(table.guess).toEqual({
      kind: 'text',
      encoding: file.encoding === 'utf-8-bom' ? 'utf-8' : file.encoding,
      delimiter: file.delimiter,
      sheet: null,
      header_row: HEADER_ROW,
    })
    expect(table.rows[0]).toEqual({ row: 1, cells: [TITLE, '', '', '', '', ''] })
    const { headers, rows } = split(table)
    expect(headers).toEqual(HEADERS)
    expect(rows).toEqual(PEOPLE.map((cells, index) => ({ row: HEADER_ROW + 1 + index, cells })))
  })
})

describe.each(['openpyxl.xlsx', 'libreoffice.xlsx'])('%s', name => {
  test('a workbook is read as its cells are shown, from the first visible sheet with content', async () => {
    const table = await readTable(read(name))
    expect(table.sheets).toEqual(['Leer', 'Mitarbeiter', 'Köln & Bonn'])
    expect(table.guess).toMatchObject({ kind: 'workbook', sheet: 'Mitarbeiter', header_row: 3 })
    const { headers, rows } = split(table)
    expect(headers.slice(0, 4)).toEqual(['Pers.-Nr.', 'Name', 'Vorname', 'Mail dienstlich'])
    expect(rows.map(({ row }) => row)).toEqual([4, 5, 6, 7])
    expect(rows.map(({ cells }) => cells.slice(0, 7))).toEqual(WORKBOOK_PEOPLE)
  })

  test('a chosen sheet is read', async () => {
    const table = await readTable(read(name), { sheet: 'Köln & Bonn' })
    expect(table.rows.map(({ cells }) => cells)).toEqual([
      ['Vorname', 'Nachname', 'E-Mail'],
      ['Eva', 'Klein', 'eva@example.com'],
    ])
  })
})

test('a formula is read as its saved value', async () => {
  const { rows } = split(await readTable(read('libreoffice.xlsx')))
  expect(rows.map(({ cells }) => cells[7])).toEqual(['4711.5!', '4711!', '0815!', '1!'])
})

test('a workbook with a password is refused as such', async () => {
  await expect(readTable(read('password.xlsx'))).rejects.toMatchObject({ problem: 'password_protected' })
})
