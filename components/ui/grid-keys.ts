/** Where the keyboard is in a grid. Heads that it can reach are rows like the others. */
export type GridPlace = { row: number; column: number }

export type GridShape = {
  rows: number
  columns: number
  /** The row below the heads: going up, the page key and Control with Home end there. */
  first: number
  /** How many rows a page key passes. */
  page: number
  /** Control with an arrow leads to the edge, as in a spreadsheet. */
  arrowsLeap: boolean
}

/**
 * Where a key leads, never out of the grid; null when it is not one that moves (ARIA Authoring Practices, grid pattern).
 * `all`: Control is held.
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
