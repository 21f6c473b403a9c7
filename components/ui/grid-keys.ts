/** Position of the focus in a grid. Heads that the keyboard can reach count as rows. */
export type GridPlace = { row: number; column: number }

type GridShape = {
  rows: number
  columns: number
  /** The row below the heads: Page Up and Control+Home stop there. */
  first: number
  /** Number of rows that a page key passes. */
  page: number
  /** True when Control with an arrow leads to the edge, as in a spreadsheet. */
  arrowsLeap: boolean
}

/**
 * Returns the place that a key leads to, always inside the grid; null for other keys (ARIA Authoring Practices, grid
 * pattern). `all`: Control is held.
 */
export function moveInGrid(
  { key, all }: { key: string; all: boolean },
  { row, column }: GridPlace,
  { rows, columns, first, page, arrowsLeap }: GridShape,
): GridPlace | null {
  const step = all && arrowsLeap ? Number.POSITIVE_INFINITY : 1
  const to = (nextRow: number, nextColumn: number): GridPlace => ({
    row: clamp(nextRow, rows),
    column: clamp(nextColumn, columns),
  })
  switch (key) {
    case 'ArrowUp':
      return to(row - step, column)
    case 'ArrowDown':
      return to(row + step, column)
    case 'ArrowLeft':
      return to(row, column - step)
    case 'ArrowRight':
      return to(row, column + step)
    case 'PageUp':
      return to(Math.max(row - page, first), column)
    case 'PageDown':
      return to(row + page, column)
    case 'Home':
      return to(all ? first : row, 0)
    case 'End':
      return to(all ? rows - 1 : row, columns - 1)
    default:
      return null
  }
}

function clamp(index: number, length: number): number {
  return Math.min(Math.max(index, 0), length - 1)
}

/** Commands of a grid's keys, other than moving. */
type GridCommand = 'edit' | 'open' | 'toggleRow' | 'selectAll' | 'undo' | 'nextError' | 'previousError'

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>

/**
 * Returns the command of a key in the focused grid, the same for all grids; null for other keys. Shift with the space
 * bar selects the row and Control A everything (ARIA Authoring Practices); the space bar alone selects the row, too.
 */
export function toGridCommand({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): GridCommand | null {
  const all = ctrlKey || metaKey
  if (altKey) return null
  if (key === 'F8') return shiftKey ? 'previousError' : 'nextError'
  if (all) {
    if (shiftKey) return null
    if (key.toLowerCase() === 'a') return 'selectAll'
    return key.toLowerCase() === 'z' ? 'undo' : null
  }
  if (key === ' ') return 'toggleRow'
  if (key === 'F2') return 'edit'
  if (key === 'Enter') return shiftKey ? 'open' : 'edit'
  return null
}

/**
 * Returns the cell itself, or its only control: screen readers read the state of a checkbox only when the checkbox
 * itself has the focus.
 */
export function findCellControl(cell: HTMLElement): HTMLElement {
  return cell.querySelector<HTMLElement>('[data-cell-control]') ?? cell
}
