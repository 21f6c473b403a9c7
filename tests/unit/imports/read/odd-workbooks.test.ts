import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readTable } from '#lib/imports/read/read-table.ts'
import { runs } from '#tests/support/night.ts'
import { type Oddities, packOddWorkbook } from '#tests/support/spreadsheets/odd-workbook.ts'
import { packWorkbook, toCell } from '#tests/support/spreadsheets/pack-workbook.ts'

const text = fc.oneof(
  fc.constantFrom(
    ...[
      'Müller',
      'Änne',
      '00042',
      'anna@firma.example',
      'a & b',
      '<si/>',
      ']]>',
      '_x0041',
      'Zoë\nMaria',
      '',
      '😀',
    ],
    ...['O’Neil', '  x  ', '<!-- -->', '=1+1', "'00042", 'Łukasz', '李', 'aid'],
  ),
  fc.string({ unit: 'grapheme', maxLength: 10 }).filter(isWritable),
)

const table = fc
  .tuple(fc.integer({ min: 2, max: 5 }), fc.integer({ min: 1, max: 6 }))
  .chain(([width, height]) =>
    fc.array(fc.array(text, { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  )
  .map(rows => rows.map((cells, index) => [`Kopf${index}`, ...cells, 'Ende']))

const oddities: fc.Arbitrary<Oddities> = fc.record({
  prefix: fc.constantFrom('', 'x:', 'main:'),
  texts: fc.array(fc.constantFrom('shared', 'runs', 'cdata', 'entities', 'inline', 'formula', 'phonetic'), {
    minLength: 1,
    maxLength: 7,
  }),
  references: fc.array(fc.constantFrom('usual', 'small', 'none'), { minLength: 1, maxLength: 3 }),
  space: fc.constantFrom(' ', '\n  ', '\t', '\r\n'),
  quote: fc.constantFrom('"', "'"),
  comment: fc.constantFrom('', '<!-- <si/> <c r="A1"/> -->', '<?note <si> ?>', '\n'),
  encoding: fc.constantFrom('utf-8', 'utf-8-mark', 'utf-16le', 'utf-16be', 'undeclared'),
  separator: fc.constantFrom('/', '\\'),
  workbook: fc.constantFrom('workbook.xml', 'workbook2.xml', 'Book.xml'),
  hasStyles: fc.boolean(),
})

/** XML has no control characters, and `_x0041_` would be read as an A. */
function isWritable(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\ufffe\uffff\ufeff]|_x[\dA-Fa-f]{4}_/u.test(text)
}

const asCells = (rows: readonly (readonly string[])[]) =>
  rows.map(cells => cells.map(cell => (cell.trim() === '' ? '' : cell)))

test('a table written by hand with every oddity of the standard is read back exactly', async () => {
  await fc.assert(
    fc.asyncProperty(table, oddities, async (rows, odd) => {
      const read = await readTable(await packOddWorkbook(rows, odd))
      expect(read.rows.map(({ cells }) => cells)).toEqual(asCells(rows))
    }),
    runs(150),
  )
})

test('a table written by a library is read back exactly', async () => {
  await fc.assert(
    fc.asyncProperty(table, fc.boolean(), async (rows, bookSST) => {
      const book = utils.book_new(utils.aoa_to_sheet(rows as string[][]), 'Liste')
      const file: ArrayBuffer = write(book, { type: 'array', bookType: 'xlsx', bookSST })
      const read = await readTable(new Uint8Array(file))
      expect(read.rows.map(({ cells }) => cells)).toEqual(asCells(rows))
    }),
    runs(60),
  )
})

const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://x/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://x/sharedStrings" Target="sharedStrings.xml"/></Relationships>`

function withStrings(sst: string, indexes: readonly number[]) {
  const cells = indexes.map(index => `<c t="s"><v>${index}</v></c>`).join('')
  return packWorkbook(`<row>${toCell('A1', 'Name')}${cells}</row>`, {
    'xl/sharedStrings.xml': sst,
    'xl/_rels/workbook.xml.rels': RELATIONS,
  })
}

test('a cell that refers to a missing shared string refuses the file', async () => {
  const sst = `<sst xmlns="${SHEET}" uniqueCount="3"><si><t>Anna</t></si><si><t>Eva</t></si></sst>`
  await expect(readTable(await withStrings(sst, [0, 1, 2]))).rejects.toMatchObject({
    problem: 'texts_missing',
  })
  // Some writers announce more texts than they write, without needing them.
  expect((await readTable(await withStrings(sst, [0, 1]))).rows[0]?.cells).toEqual(['Name', 'Anna', 'Eva'])
})

test('more shared strings than announced refuse the file', async () => {
  const sst = `<sst xmlns="${SHEET}" uniqueCount="1"><si><t>Anna</t></si><si><t>Eva</t></si></sst>`
  await expect(readTable(await withStrings(sst, [0, 1]))).rejects.toMatchObject({ problem: 'texts_missing' })
})
