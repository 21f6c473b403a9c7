import { utils, write } from '@e965/xlsx'
import fc from 'fast-check'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { ReadError } from '#lib/imports/read/read-error.ts'
import { readTable } from '#lib/imports/read/read-table.ts'
import { DELIMITERS, type Table } from '#lib/imports/read/table.ts'
import { runs } from '#tests/support/night.ts'
import { packWorkbook } from '#tests/support/spreadsheets/pack-workbook.ts'

const RUNS = runs(300)

/** Cell contents of people and programs, above all misleading ones. */
const cell = fc.oneof(
  fc.constantFrom(
    ...[
      '',
      '00042',
      '1e5',
      '1,5',
      'TRUE',
      '=1+1',
      '-',
      '1-2',
      '"',
      '""',
      'a"b',
      "'",
      'Müller; Anna',
      'a|b',
      'x\ty',
    ],
    ...[
      'zwei\nZeilen',
      'drei\r\nZeilen',
      '123456789012345678901',
      '  x  ',
      '\u00a0',
      '01.02.2026',
      'sep=,',
      '😀',
    ],
  ),
  fc.string({ unit: 'grapheme', maxLength: 12 }).filter(isWritable),
)

const table = fc
  .tuple(fc.integer({ min: 2, max: 6 }), fc.integer({ min: 1, max: 12 }))
  .chain(([width, height]) =>
    fc.array(fc.array(cell, { minLength: width, maxLength: width }), {
      minLength: height,
      maxLength: height,
    }),
  )
  .map(rows => rows.map((cells, index) => [`Kopf${index}`, ...cells, 'Ende']))

/** XML has no control characters, and text has no lone surrogates. */
function isWritable(text: string): boolean {
  return text.isWellFormed() && !/[\p{Cc}\ufffe\uffff\ufeff]/u.test(text)
}

function toCells({ rows }: Table): string[][] {
  return rows.map(({ cells }) => cells)
}

describe('tables that are read back', () => {
  test('a table is read back from delimited text, for every delimiter', async () => {
    await fc.assert(
      fc.asyncProperty(
        table,
        fc.constantFrom(...DELIMITERS),
        fc.constantFrom('\n', '\r\n'),
        async (rows, ...how) => {
          const [delimiter, newline] = how
          const text = Papa.unparse(rows, { delimiter, newline, quotes: true })
          const read = await readTable(new TextEncoder().encode(text), { delimiter })
          expect(toCells(read)).toEqual(rows)
        },
      ),
      RUNS,
    )
  })

  test('a table is read back from UTF-16, with or without a BOM', async () => {
    await fc.assert(
      fc.asyncProperty(table, fc.constantFrom('', '\ufeff'), async (rows, mark) => {
        const text = Papa.unparse(rows, { delimiter: ';', quotes: true })
        const bytes = Buffer.from(mark + text, 'utf16le')
        const read = await readTable(bytes, { delimiter: ';', encoding: 'utf-16le' })
        expect(toCells(read)).toEqual(rows)
      }),
      RUNS,
    )
  })

  test('a table is read back from a workbook', async () => {
    await fc.assert(
      fc.asyncProperty(table, async rows => {
        const book = utils.book_new(utils.aoa_to_sheet(rows), 'Liste')
        const file: ArrayBuffer = write(book, {
          type: 'array',
          bookType: 'xlsx',
          bookSST: true,
          compression: true,
        })
        const lines = toCells(await readTable(new Uint8Array(file)))
        expect(lines).toEqual(rows.map(cells => cells.map(asInWorkbook)))
      }),
      RUNS,
    )
  })

  test('a table is read back from cells copied out of a spreadsheet', async () => {
    await fc.assert(
      fc.asyncProperty(table, async rows => {
        const text = Papa.unparse(rows, { delimiter: '\t', newline: '\r\n' })
        const read = await readTable(new TextEncoder().encode(text), { delimiter: '\t' })
        expect(toCells(read)).toEqual(rows)
      }),
      RUNS,
    )
  })
})

/** An XML parser turns every line end into a line feed (XML 1.0, section 2.11). */
function asInWorkbook(text: string): string {
  return text.trim() === '' ? '' : text.replaceAll('\r\n', '\n')
}

describe('arbitrary bytes', () => {
  async function readOrRefuse(bytes: Uint8Array): Promise<void> {
    try {
      await readTable(bytes)
    } catch (error) {
      expect(error).toBeInstanceOf(ReadError)
    }
  }

  test('any bytes are a table, or refused with a reason', async () => {
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 3_000 }), readOrRefuse), runs(2_000))
  })

  test('any text of quotes, delimiters and line ends is a table, or refused with a reason', async () => {
    const letters = fc.constantFrom(
      '"',
      "'",
      ';',
      ',',
      '\t',
      '|',
      '\n',
      '\r',
      '\r\n',
      ' ',
      'a',
      '1',
      'ä',
      '\ufeff',
    )
    const texts = fc.array(letters, { maxLength: 400 }).map(parts => new TextEncoder().encode(parts.join('')))
    await fc.assert(fc.asyncProperty(texts, readOrRefuse), runs(2_000))
  })

  test('a workbook with any bytes overwritten is a table, or refused with a reason', async () => {
    const whole = await packWorkbook('<row r="1"><c r="A1"><v>1</v></c></row>'.repeat(20))
    const changes = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 })
    await fc.assert(
      fc.asyncProperty(changes, async pairs => {
        const copy = whole.slice()
        for (const [at, byte] of pairs) copy[at] = byte
        await readOrRefuse(copy)
      }),
      runs(1_000),
    )
  })

  test('a sheet of any pieces of XML is a table, or refused with a reason', async () => {
    const pieces = fc.constantFrom(
      ...[
        '<row>',
        '<row r="1">',
        '<row r="99999999">',
        '<row r="x">',
        '</row>',
        '<c>',
        '<c r="B2" s="999">',
        '</c>',
      ],
      ...[
        '<c r="ZZZZZZZ1" t="inlineStr">',
        '<c t="s">',
        '<c t="e">',
        '<c t="d">',
        '<c t="b">',
        '<v>',
        '</v>',
        '<is>',
      ],
      ...[
        '<f t="shared" si="0">',
        '<f t="array" ref="A1:XFD1048576">',
        '</f>',
        '</is>',
        '<t>',
        '</t>',
        '</sheetData>',
      ],
      ...[
        '1',
        '1e999',
        '-1',
        'text',
        '&amp;',
        '&#0;',
        '&#xffffff;',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<',
        '>',
        '"',
      ],
    )
    await fc.assert(
      fc.asyncProperty(fc.array(pieces, { maxLength: 60 }), async parts => {
        await readOrRefuse(await packWorkbook(parts.join('')))
      }),
      runs(500),
    )
  })
})
