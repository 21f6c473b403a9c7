import { describe, expect, test } from 'vitest'
import { moveInGrid, toGridCommand } from '#components/ui/grid-keys.ts'

/** One header row, forty body rows. */
const SHAPE = { rows: 41, columns: 6, first: 1, page: 10, arrowsLeap: false }
const HERE = { row: 20, column: 3 }

function press(key: string, { all = false, from = HERE, leap = false } = {}) {
  return moveInGrid({ key, all }, from, { ...SHAPE, arrowsLeap: leap })
}

describe('the keyboard of a grid', () => {
  test.each([
    ['ArrowUp', { row: 19, column: 3 }],
    ['ArrowDown', { row: 21, column: 3 }],
    ['ArrowLeft', { row: 20, column: 2 }],
    ['ArrowRight', { row: 20, column: 4 }],
    ['PageUp', { row: 10, column: 3 }],
    ['PageDown', { row: 30, column: 3 }],
    ['Home', { row: 20, column: 0 }],
    ['End', { row: 20, column: 5 }],
  ])('the key %s leads from the middle to %o', (key, to) => expect(press(key)).toEqual(to))

  test('Control with Home and End leads to the first and the last cell of the body', () => {
    expect(press('Home', { all: true })).toEqual({ row: 1, column: 0 })
    expect(press('End', { all: true })).toEqual({ row: 40, column: 5 })
  })

  test('Page Up ends below the headers, which arrows reach', () => {
    expect(press('PageUp', { from: { row: 4, column: 3 } })).toEqual({ row: 1, column: 3 })
    expect(press('ArrowUp', { from: { row: 1, column: 3 } })).toEqual({ row: 0, column: 3 })
  })

  test('Control with an arrow leads to the edge only where the grid is a spreadsheet', () => {
    expect(press('ArrowDown', { all: true })).toEqual({ row: 21, column: 3 })
    expect(press('ArrowUp', { all: true, leap: true })).toEqual({ row: 0, column: 3 })
    expect(press('ArrowDown', { all: true, leap: true })).toEqual({ row: 40, column: 3 })
    expect(press('ArrowLeft', { all: true, leap: true })).toEqual({ row: 20, column: 0 })
    expect(press('ArrowRight', { all: true, leap: true })).toEqual({ row: 20, column: 5 })
    expect(press('ArrowDown', { leap: true })).toEqual({ row: 21, column: 3 })
  })

  test('no key leads out of the grid', () => {
    const corners = [
      { row: 0, column: 0 },
      { row: 40, column: 5 },
    ]
    for (const from of corners)
      for (const key of ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown'])
        for (const all of [false, true]) {
          const { row, column } = press(key, { from, all, leap: all }) ?? { row: -1, column: -1 }
          expect(row, key).toBeGreaterThanOrEqual(0)
          expect(row, key).toBeLessThan(SHAPE.rows)
          expect(column, key).toBeGreaterThanOrEqual(0)
          expect(column, key).toBeLessThan(SHAPE.columns)
        }
  })

  test('other keys are left alone', () => {
    for (const key of ['a', ' ', 'Enter', 'F2', 'Escape', 'Tab', 'Delete']) expect(press(key), key).toBeNull()
  })
})

describe('actions of keys in a grid', () => {
  const none = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false }
  test.each([
    ['Enter', {}, 'edit'],
    ['F2', {}, 'edit'],
    ['Enter', { shiftKey: true }, 'open'],
    [' ', {}, 'toggleRow'],
    [' ', { shiftKey: true }, 'toggleRow'],
    ['a', { ctrlKey: true }, 'selectAll'],
    ['A', { metaKey: true }, 'selectAll'],
    ['z', { ctrlKey: true }, 'undo'],
    ['F8', {}, 'nextError'],
    ['F8', { shiftKey: true }, 'previousError'],
    ['a', {}, null],
    ['z', { ctrlKey: true, shiftKey: true }, null],
    [' ', { ctrlKey: true }, null],
    ['Enter', { ctrlKey: true }, null],
    ['F2', { altKey: true }, null],
  ])('the key %s with %o means: %s', (key, held, command) => {
    expect(toGridCommand({ ...none, ...held, key })).toBe(command)
  })
})
