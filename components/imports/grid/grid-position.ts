import { moveInGrid } from '#components/ui/grid-keys.ts'
import { IMPORT_FIELDS, type ImportField } from '#lib/contracts/import-rows.ts'

/** Columns of the grid: whether a line is included, its number, its kind, and its values. */
export const GRID_COLUMNS = ['take', 'row', 'kind', ...IMPORT_FIELDS] as const
/** Columns of a finished list, of which no line can be included any more. */
export const OVER_COLUMNS = GRID_COLUMNS.filter(column => column !== 'take')

export type GridColumn = (typeof GRID_COLUMNS)[number]

/** Head and lines share these widths; narrower screens scroll sideways, and on a phone the names come early. */
export const GRID_TRACKS =
  'grid grid-cols-[var(--first)_minmax(var(--name),1fr)_minmax(var(--name),1fr)_minmax(13rem,1.7fr)_minmax(8rem,1fr)_9.5rem] min-w-[67.5rem] [--name:8rem] max-sm:min-w-full max-sm:[--name:6.5rem]'
export const FIRST_TRACKS = '[--first:2.5rem_3.75rem_11rem] max-sm:[--first:2.5rem_3rem_8rem]'
export const OVER_FIRST_TRACKS = '[--first:3.75rem_11rem] max-sm:[--first:3rem_8rem]'

const PAGE = 10

/**
 * Place of the focus: a line by its number in the file, so that a filter does not move the focus to another employee.
 */
export type GridPosition = { row: number; column: GridColumn }

export function toCellId(row: number, column: GridColumn): string {
  return `cell-${row}-${column}`
}

/**
 * Returns the place that a key leads to in the grid, or null for other keys. `rows` are the numbers of the visible
 * lines, `columns` those of the list.
 */
export function movePosition(
  { row, column }: GridPosition,
  { key, ctrlKey }: { key: string; ctrlKey: boolean },
  { rows, columns }: { rows: readonly number[]; columns: readonly GridColumn[] },
): GridPosition | null {
  const present = { row: Math.max(0, rows.indexOf(row)), column: columns.indexOf(column) }
  const shape = { rows: rows.length, columns: columns.length, first: 0, page: PAGE, arrowsLeap: true }
  const next = moveInGrid({ key, all: ctrlKey }, present, shape)
  return next && { row: rows[next.row] ?? row, column: columns[next.column] ?? column }
}

export function isFieldColumn(column: GridColumn): column is ImportField {
  return IMPORT_FIELDS.some(field => field === column)
}

export function isGridColumn(name: string): name is GridColumn {
  return GRID_COLUMNS.some(column => column === name)
}
