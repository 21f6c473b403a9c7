import { describe, expect, test } from 'vitest'
import { GRID_COLUMNS, movePosition, OVER_COLUMNS } from '#components/imports/grid/grid-position.ts'

const ROWS = { rows: [4, 7, 9, 30], columns: GRID_COLUMNS }
const at = (row: number, column: 'take' | 'email' | 'locale') => ({ row, column })
const key = (name: string, ctrlKey = false) => ({ key: name, ctrlKey })

describe('the keyboard in the grid', () => {
  test('a key moves to the next shown line, not to the next number', () => {
    expect(movePosition(at(4, 'email'), key('ArrowDown'), ROWS)).toEqual(at(7, 'email'))
    expect(movePosition(at(9, 'email'), key('ArrowUp'), ROWS)).toEqual(at(7, 'email'))
  })

  test('no key leads out of the grid', () => {
    expect(movePosition(at(30, 'locale'), key('ArrowDown'), ROWS)).toEqual(at(30, 'locale'))
    expect(movePosition(at(4, 'take'), key('ArrowLeft'), ROWS)).toEqual(at(4, 'take'))
    expect(movePosition(at(30, 'locale'), key('ArrowRight'), ROWS)).toEqual(at(30, 'locale'))
    expect(movePosition(at(7, 'email'), key('PageDown'), ROWS)).toEqual(at(30, 'email'))
  })

  test('keys reach both ends of a line and of the list', () => {
    expect(movePosition(at(7, 'email'), key('Home'), ROWS)).toEqual(at(7, 'take'))
    expect(movePosition(at(7, 'email'), key('End'), ROWS)).toEqual(at(7, 'locale'))
    expect(movePosition(at(7, 'email'), key('Home', true), ROWS)).toEqual(at(4, 'take'))
    expect(movePosition(at(7, 'email'), key('End', true), ROWS)).toEqual(at(30, 'locale'))
    expect(movePosition(at(7, 'email'), key('ArrowDown', true), ROWS)).toEqual(at(30, 'email'))
    expect(movePosition(at(7, 'email'), key('ArrowLeft', true), ROWS)).toEqual(at(7, 'take'))
  })

  test('keys skip the column of boxes when nothing can be selected', () => {
    const over = { rows: ROWS.rows, columns: OVER_COLUMNS }
    expect(movePosition(at(7, 'email'), key('Home'), over)).toEqual({ row: 7, column: 'row' })
  })

  test('other keys are left alone', () => {
    for (const name of ['a', 'Enter', 'Tab', 'Escape', 'F2'])
      expect(movePosition(at(7, 'email'), key(name), ROWS), name).toBeNull()
  })
})
