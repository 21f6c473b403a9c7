import { describe, expect, test } from 'vitest'
import { listZipEntries } from '#lib/imports/read/list-zip-entries.ts'
import { readTable } from '#lib/imports/read/read-table.ts'
import { IMPORT_BYTES_MAX } from '#lib/imports/read/table.ts'
import { unpackEntry } from '#lib/imports/read/unpack-entry.ts'
import { packWorkbook, packZip, toCell } from '#tests/support/spreadsheets/pack-workbook.ts'

const MEBIBYTE = 1024 * 1024
const LISTE = `<row r="1">${toCell('A1', 'Vorname')}${toCell('B1', 'E-Mail')}</row>`

function bytes(text: string) {
  return new TextEncoder().encode(text)
}

/** Overwrites the sizes in an entry's central header, for a bomb that claims to be small. */
function lieAboutSize(file: Uint8Array, name: string, size = 1_000): Uint8Array {
  const copy = Buffer.from(file)
  const at = copy.lastIndexOf(name) - 46
  expect(copy.readUInt32LE(at)).toBe(0x02014b50)
  copy.writeUInt32LE(size, at + 24)
  return copy
}

describe('files that are not lists', () => {
  test.each([
    ['empty', bytes('')],
    ['empty', bytes('\ufeff \r\n;;;\r\n'.replaceAll(';', ' '))],
    ['empty', bytes(';;;\r\n;;;\r\n')],
    ['pdf', bytes('%PDF-1.7 …')],
    ['image', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 13, 10])],
    ['image', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
    ['archive', new Uint8Array([0x1f, 0x8b, 8, 0])],
    ['web_page', bytes('\r\n<html><body><table><tr><td>Vorname</td></tr></table></body></html>')],
    ['web_page', bytes('MIME-Version: 1.0\r\nX-Document-Type: Workbook')],
    ['word_processor', bytes('{\\rtf1\\ansi Vorname}')],
    ['other_spreadsheet', bytes('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>')],
    ['not_a_table', bytes('<?xml version="1.0"?><people/>')],
    ['not_a_table', bytes('{ "employees": [] }')],
    ['not_a_table', new Uint8Array(500).map((_, index) => (index * 37) % 251)],
    ['broken', bytes('PK\x03\x04 and then nothing')],
  ] as const)('a file that is not a list is refused with its own reason: %s', async (problem, file) => {
    await expect(readTable(file)).rejects.toMatchObject({ name: 'ReadError', problem })
  })

  test('a web page named .xls in a Windows encoding is refused', async () => {
    const page = Buffer.from('<html><td>M\xfcller</td></html>', 'latin1')
    await expect(readTable(page)).rejects.toMatchObject({ problem: 'web_page' })
  })

  test.each([
    ['word_processor', { 'word/document.xml': '<w/>', '[Content_Types].xml': '<Types/>' }],
    [
      'other_spreadsheet',
      { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<o/>' },
    ],
    ['other_spreadsheet', { 'xl/workbook.bin': 'x', '[Content_Types].xml': '<Types/>' }],
    ['archive', { 'liste.csv': 'Vorname;Nachname' }],
  ] as const)('the file %s in a ZIP file is refused', async (problem, parts) => {
    await expect(readTable(await packZip(parts))).rejects.toMatchObject({ problem })
  })

  test.each([
    [
      'xls',
      Buffer.concat([
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
        Buffer.from('Workbook', 'utf16le'),
      ]),
    ],
    ['xlsb', packZip({ 'xl/workbook.bin': 'x', '[Content_Types].xml': '<Types/>' })],
    ['ods', packZip({ 'content.xml': '<o/>' })],
    ['ods', bytes('<?xml version="1.0"?>\n<office:document xmlns:office="urn:x"/>')],
    ['numbers', packZip({ 'Index/Document.iwa': 'x' })],
    ['sylk', bytes('ID;PWXL;N;E\r\nC;Y1;X1;K"Vorname"\r\nE\r\n')],
    ['xml', bytes('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>')],
    ['dif', bytes('TABLE\r\n0,1\r\n"EXCEL"\r\n')],
  ] as const)('the refusal of %s explains how to save it as a workbook', async (format, file) => {
    await expect(readTable(await file)).rejects.toMatchObject({ problem: 'other_spreadsheet', format })
  })

  test('a sheet that is too large because of empty cells says so', async () => {
    const row = `<row>${'<c s="1"/>'.repeat(200)}</row>`
    const file = await packWorkbook(LISTE + row.repeat(500))
    const large = lieAboutSize(file, 'xl/worksheets/sheet1.xml', 200 * MEBIBYTE)
    await expect(readTable(large)).rejects.toMatchObject({ problem: 'empty_cells' })
  })

  test('formulas without values refuse a needed column, and are mentioned in any other', async () => {
    const formula = (at: string) => `<c r="${at}"><f>1+1</f><v/></c>`
    const head = `<row r="1">${toCell('A1', 'Vorname')}${toCell('B1', 'E-Mail')}${toCell('C1', 'Alter')}</row>`
    const list = (row: string) => packWorkbook(`${head}<row r="2">${row}</row>`)
    await expect(readTable(await list(toCell('A2', 'Anna') + formula('B2')))).rejects.toMatchObject({
      problem: 'not_calculated',
    })
    const table = await readTable(
      await list(toCell('A2', 'Anna') + toCell('B2', 'a@example.com') + formula('C2')),
    )
    expect(table.uncalculated).toEqual([2])
    const empty = '<c r="C2" t="str"><f>""</f><v></v></c>'
    expect((await readTable(await list(toCell('B2', 'a@example.com') + empty))).uncalculated).toEqual([])
  })

  test('an old workbook is recognised by the names in its container', async () => {
    const ole = Buffer.concat([
      Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
      Buffer.alloc(512),
      Buffer.from('Workbook', 'utf16le'),
    ])
    await expect(readTable(ole)).rejects.toMatchObject({ problem: 'other_spreadsheet' })
  })

  test('a file of more than 50 MB is refused', async () => {
    const file = new Uint8Array(IMPORT_BYTES_MAX + 1).fill(65)
    await expect(readTable(file)).rejects.toMatchObject({ problem: 'too_large' })
  })

  test('a list of more than 10,000 people is refused', async () => {
    const people = 'Anna;anna@example.com\n'
    const list = (count: number) => bytes(`Vorname;E-Mail\n${people.repeat(count)}`)
    await expect(readTable(list(10_001))).rejects.toMatchObject({ problem: 'too_many_rows' })
    expect((await readTable(list(10_000))).rows).toHaveLength(10_001)
  })

  test('a list of more than 200 columns is refused', async () => {
    await expect(readTable(bytes(`${'a;'.repeat(200)}a`))).rejects.toMatchObject({
      problem: 'too_many_columns',
    })
    expect((await readTable(bytes(`${'a;'.repeat(199)}a`))).rows[0]?.cells).toHaveLength(200)
  })
})

describe('malicious workbooks', () => {
  test('a bomb is recognised by its announced size before anything is unpacked', async () => {
    const file = await packWorkbook(LISTE, { 'xl/bomb.xml': new Uint8Array(10) })
    const bomb = lieAboutSize(file, 'xl/bomb.xml', 129 * MEBIBYTE)
    await expect(readTable(bomb)).rejects.toMatchObject({ problem: 'zip_bomb' })
  })

  test('unpacking ends at the limit, and never reaches the end of a bomb', async () => {
    const file = await packZip({ 'bomb.xml': new Uint8Array(8 * MEBIBYTE) })
    const [entry] = listZipEntries(file)
    if (!entry) throw new Error('The bomb has gone missing.')
    const endless = { ...entry, packedBytes: entry.packedBytes - 10 }
    await expect(unpackEntry(file, endless, MEBIBYTE)).rejects.toMatchObject({ problem: 'zip_bomb' })
  })

  test('a directory with more parts than any workbook is not read', () => {
    const end = Buffer.alloc(22)
    end.writeUInt32LE(0x06054b50)
    end.writeUInt16LE(10_001, 10)
    expect(() => listZipEntries(end)).toThrow(expect.objectContaining({ problem: 'zip_bomb' }))
  })

  test('a bomb that lies about its size is stopped by its real size', async () => {
    const file = await packWorkbook(LISTE, { 'xl/bomb.xml': new Uint8Array(130 * MEBIBYTE) })
    await expect(readTable(lieAboutSize(file, 'xl/bomb.xml'))).rejects.toMatchObject({ problem: 'zip_bomb' })
  })

  test('a part with a wrong size is broken, not half a list', async () => {
    const file = await packWorkbook(LISTE, { 'xl/other.xml': new Uint8Array(2_000) })
    await expect(readTable(lieAboutSize(file, 'xl/other.xml'))).rejects.toMatchObject({ problem: 'broken' })
  })

  test('macros, external links and pictures are not unpacked', async () => {
    const lie = lieAboutSize(
      await packWorkbook(LISTE, {
        'xl/externalLinks/externalLink1.xml': new Uint8Array(130 * MEBIBYTE),
        'xl/vbaProject.bin': 'Sub Auto_Open()',
        'xl/media/image1.png': 'x',
      }),
      'xl/externalLinks/externalLink1.xml',
    )
    expect((await readTable(lie)).rows).toHaveLength(1)
  })

  test('one flipped bit in a sheet is found by its checksum', async () => {
    const file = Buffer.from(await packWorkbook(LISTE))
    const central = file.lastIndexOf('xl/worksheets/sheet1.xml') - 46
    file.writeUInt32LE((file.readUInt32LE(central + 16) ^ 1) >>> 0, central + 16)
    await expect(readTable(file)).rejects.toMatchObject({ problem: 'broken' })
  })

  test('a link over the whole sheet costs nothing', async () => {
    const link = '<hyperlinks><hyperlink ref="A1:XFD1048576" location="x"/></hyperlinks>'
    const prefixed = '<x:hyperlinks><x:hyperlink ref="A1:XFD1048576" location="x"/></x:hyperlinks>'
    for (const after of [link, prefixed])
      expect((await readTable(await packWorkbook(LISTE, { after }))).rows).toHaveLength(1)
  })

  test('a column repeated ten million times costs nothing', async () => {
    const before = '<cols><col min="1" max="10000000" width="9"/></cols>'
    const began = performance.now()
    expect((await readTable(await packWorkbook(LISTE, { before }))).rows).toHaveLength(1)
    expect(performance.now() - began).toBeLessThan(2_000)
  })

  test('a cell at the far end of the sheet is one line, not a million', async () => {
    const far = `${LISTE}<row r="1048576">${toCell('A1048576', 'Anna')}</row>`
    expect((await readTable(await packWorkbook(far))).rows.map(({ row }) => row)).toEqual([1, 1_048_576])
    const wide = `<row r="1">${toCell('XFD1', 'Anna')}</row>`
    await expect(readTable(await packWorkbook(wide))).rejects.toMatchObject({ problem: 'too_many_columns' })
  })

  test('a missing or truncated sheet is broken', async () => {
    await expect(
      readTable(
        await packWorkbook(LISTE, { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData><row><c t="s"><v>9' }),
      ),
    ).rejects.toMatchObject({ name: 'ReadError' })
    const whole = await packWorkbook(LISTE)
    await expect(readTable(whole.subarray(0, whole.length - 30))).rejects.toMatchObject({ problem: 'broken' })
  })
})
