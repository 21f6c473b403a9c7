import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { fillCells, parseBlock } from '#components/imports/grid/blocks.ts'
import type { GridLine } from '#components/imports/grid/grid-line.ts'
import type { RowOutcome } from '#lib/contracts/imports.ts'

function line(row: number, outcome: RowOutcome | null = null): GridLine {
  const values = { first_name: 'A', last_name: 'B', email: 'a@b.example', mitarbeiternummer: '', locale: '' }
  return {
    source: { row, cells: [], values, excluded: false },
    checked: { row, kind: 'new', problems: [], input: null },
    updated: false,
    outcome,
  }
}

describe('cells from a spreadsheet', () => {
  test.each([
    ['one', [['one']]],
    ['one\n', [['one']]],
    [
      'a\tb\r\nc\td\r\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'a\t\n\tb',
      [
        ['a', ''],
        ['', 'b'],
      ],
    ],
    [
      '"a\nb"\t"say ""no"""\nc\td',
      [
        ['a\nb', 'say "no"'],
        ['c', 'd'],
      ],
    ],
    ['5" screen\tx', [['5" screen', 'x']]],
    ['"open\tx', [['"open', 'x']]],
    ['', []],
  ])('cells from a spreadsheet are read unchanged: %j', (text, cells) => {
    expect(parseBlock(text)).toEqual(cells)
  })

  test('any copied block is read as the same cells', () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ü', ' ', '"', '\t', '\n'), maxLength: 6 })
    const blocks = fc
      .integer({ min: 1, max: 4 })
      .chain(width =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 5 }),
      )
    fc.assert(
      fc.property(blocks, block => {
        expect(parseBlock(`${block.map(cells => cells.map(toCopied).join('\t')).join('\r\n')}\r\n`)).toEqual(
          block,
        )
      }),
    )
  })
})

describe('a block that is pasted', () => {
  test('a pasted block fills the shown lines from its cell on', () => {
    const filling = fillCells([line(4), line(9), line(12)], { index: 1, field: 'email' }, [
      ['x@y.example', '007'],
      ['z@y.example', '008'],
    ])
    expect(filling).toEqual({
      edits: [
        { row: 9, values: { email: 'x@y.example', mitarbeiternummer: '007' } },
        { row: 12, values: { email: 'z@y.example', mitarbeiternummer: '008' } },
      ],
      cells: 4,
      left: 0,
    })
  })

  test('a pasted block ends at the table’s edge, skips created people and counts the rest', () => {
    const filling = fillCells([line(4), line(9, 'created')], { index: 0, field: 'mitarbeiternummer' }, [
      ['1', 'de', 'x'],
      ['2'],
      ['3'],
    ])
    expect(filling).toEqual({
      edits: [{ row: 4, values: { mitarbeiternummer: '1', locale: 'de' } }],
      cells: 2,
      left: 3,
    })
  })
})

/** A cell as spreadsheet programs copy it to the clipboard. */
function toCopied(cell: string): string {
  return /["\t\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
