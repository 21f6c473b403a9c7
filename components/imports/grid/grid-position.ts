import { GRID_COLUMNS, type GridColumn } from './grid-columns.ts'

/** Where the keyboard is: a line by its number in the file, so that a filter does not move it to another person. */
export type GridPosition = { row: number; column: GridColumn }

export function toCellId(row: number, column: GridColumn): string {
  return `cell-${row}-${column}`
}

const PAGE = 10

/**
 * Where a key leads in the grid (ARIA: grid), or null when it is not one that moves. `rows` are the numbers of the
 * lines that are shown.
 */
export function movePosition(
  { row, column }: GridPosition,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  rows: readonly number[],
): GridPosition | null {
  const at = Math.max(0, rows.indexOf(row))
  const across = GRID_COLUMNS.indexOf(column)
  const to = (line: number, cell: number): GridPosition => ({
    row: rows[clamp(line, rows.length)] ?? row,
    column: GRID_COLUMNS[clamp(cell, GRID_COLUMNS.length)] ?? column,
  })
  const last = rows.length - 1
  const end = GRID_COLUMNS.length - 1
  switch (key) {
    case 'ArrowDown':
      return to(ctrlKey ? last : at + 1, across)
    case 'ArrowUp':
      return to(ctrlKey ? 0 : at - 1, across)
    case 'ArrowRight':
      return to(at, ctrlKey ? end : across + 1)
    case 'ArrowLeft':
      return to(at, ctrlKey ? 0 : across - 1)
    case 'PageDown':
      return to(at + PAGE, across)
    case 'PageUp':
      return to(at - PAGE, across)
    case 'Home':
      return to(ctrlKey ? 0 : at, 0)
    case 'End':
      return to(ctrlKey ? last : at, end)
    default:
      return null
  }
}

function clamp(at: number, length: number): number {
  return Math.min(Math.max(at, 0), length - 1)
}
