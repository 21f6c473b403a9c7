import { utils, write } from '@e965/xlsx'
import { describe, expect, test } from 'vitest'
import { readTable } from '#lib/imports/read/read-table.ts'
import { packWorkbook, toCell } from '#tests/support/spreadsheets/pack-workbook.ts'

const HEADERS = ['Vorname', 'Nachname', 'E-Mail', 'Eintritt']
const person = (name: string): string[] => [name, 'Groß', `${name.toLowerCase()}@example.com`, '2026-03-01']

/** A workbook as several people fill it in: a title over merged cells, headers in the third line, a filter. */
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

test('a workbook reports the sheet that was read, and the others with people', async () => {
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

test('the people in every sheet of a workbook are counted, even in one too large to import', async () => {
  const book = utils.book_new()
  for (let sheet = 1; sheet <= 14; sheet += 1)
    utils.book_append_sheet(book, utils.aoa_to_sheet([HEADERS, person(`Anna ${sheet}`)]), `Blatt ${sheet}`)
  const all = Array.from({ length: 10_200 }, (_, index) => [`person.${index}@example.com`])
  utils.book_append_sheet(book, utils.aoa_to_sheet([['E-Mail'], ...all]), 'Alle')
  const { others } = await readTable(new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' })))
  expect(others).toHaveLength(14)
  expect(others.at(-1)).toEqual({ sheet: 'Alle', people: 10_200 })
})

test.each([
  ['of one word', [['Deckblatt']]],
  ['with whom to ask', [['Fragen an'], ['Petra Groß, petra@example.com']]],
  ['with a table of its own', [HEADERS, ['', '', '', '']]],
])('a cover sheet %s is not taken for the list, and both counts are people', async (_, cover) => {
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet(cover), 'Info')
  const people = [...['Anna', 'Ben', 'Cem', 'Ida'].map(person), ['Eva', 'Ohne', '', '']]
  utils.book_append_sheet(book, utils.aoa_to_sheet([HEADERS, ...people]), 'Leute')
  const file = new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer)
  const { guess, rows } = await readTable(file)
  expect(guess).toMatchObject({ sheet: 'Leute', header_row: 1 })
  expect(rows).toHaveLength(6)
  const chosen = await readTable(file, { sheet: 'Info' })
  expect(chosen).toMatchObject({ guess: { sheet: 'Info' }, others: [{ sheet: 'Leute', people: 5 }] })
})

test('filtered lines are read and counted, and can be left out', async () => {
  expect((await readTable(toWorkbook())).hidden).toBe(2)
  const without = await readTable(toWorkbook(), { without_hidden: true })
  expect(without.rows.map(({ row }) => row)).toEqual([1, 3, 4])
  expect(without).toMatchObject({ hidden: 2, guess: { header_row: 3 } })
})

describe('workbooks with unusual styles', () => {
  const TYPES = `<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
    <Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>
    <Override PartName="/xl/theme/theme1.xml" ContentType="application/vnd.openxmlformats-officedocument.theme+xml"/></Types>`
  const ROWS = `<row r="1">${toCell('A1', 'E-Mail')}</row>
    <row r="2" hidden="1">${toCell('A2', 'a@example.com')}</row>
    <x:row hidden='true' ht="3">${toCell('A3', 'b@example.com')}</x:row>
    <row r="4" hidden="0">${toCell('A4', 'c@example.com')}</row>`

  test.each([
    [
      'a theme without a prefix',
      '<theme xmlns="main"><themeElements><clrScheme/></themeElements></theme>',
      1,
    ],
    ['a theme that is empty', '<a:theme/>', 1],
    ['colours beyond its theme', '', 99],
  ])('a workbook with %s is read', async (_, theme, colour) => {
    const font = `<styleSheet><fonts count="1"><font><color theme="${colour}"/></font></fonts></styleSheet>`
    const looks = { 'xl/styles.xml': font, 'xl/theme/theme1.xml': theme, '[Content_Types].xml': TYPES }
    const file = await packWorkbook(ROWS, looks)
    expect(await readTable(file)).toMatchObject({ hidden: 2, rows: { length: 4 } })
    const { rows } = await readTable(file, { without_hidden: true })
    expect(rows.map(({ row }) => row)).toEqual([1, 4])
  })

  test.each(['/xl/worksheets/sheet1.xml', 'Worksheets/Sheet1.xml'])(
    'a workbook with its sheet at %s is read',
    async target => {
      const relations = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="${target}"/></Relationships>`
      expect(
        (await readTable(await packWorkbook(ROWS, { 'xl/_rels/workbook.xml.rels': relations }))).hidden,
      ).toBe(2)
    },
  )
})

describe('a number in a cell', () => {
  async function read(value: number, format: string): Promise<string | undefined> {
    const sheet = utils.aoa_to_sheet([
      ['Personalnummer', 'Vorname'],
      [value, 'Anna'],
    ])
    Object.assign(sheet.A2 ?? {}, { z: format })
    const file = write(utils.book_new(sheet, 'Liste'), { type: 'array', bookType: 'xlsx' }) as ArrayBuffer
    return (await readTable(new Uint8Array(file))).rows[1]?.cells[0]
  }

  test.each([
    ...['0', '#', '#,##0', '0.00', '#,##0.00', '_-* #,##0_-', '_(* #,##0_);_(* (#,##0);_(* "-"_);_(@_)'],
    ...[
      '#,##0;[Red]-#,##0',
      '[Blue]#,##0',
      '[$-407]#,##0.00',
      '#,##0\\ [$€-407]',
      '#,##0.00 €',
      '"EUR" #,##0',
    ],
    ...['# ##0', '0.0', '0,', '0.00E+00', '0%'],
  ])('a number formatted as an amount is read as its digits: %s', async format => {
    expect(await read(12345, format)).toBe('12345')
  })

  test.each([
    ['00000', 42, '00042'],
    ['"P-"00000', 42, 'P-00042'],
    ['0.0', 4.2, '4.2'],
    ['0%', 12, '1200%'],
    ['dd.mm.yyyy', 45000, '15.03.2023'],
  ])('a number with another format is read as shown: %s', async (format, value, shown) => {
    expect(await read(value, format)).toBe(shown)
  })
})
