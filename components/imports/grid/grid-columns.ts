import { IMPORT_FIELDS, type ImportField } from '#lib/contracts/import-rows.ts'

/** The columns of the grid: whether a line comes along, its number, what it is, and what it says. */
export const GRID_COLUMNS = ['take', 'row', 'kind', ...IMPORT_FIELDS] as const
export type GridColumn = (typeof GRID_COLUMNS)[number]

/** Head and lines share these widths; narrower screens scroll sideways. */
export const GRID_TRACKS =
  'grid grid-cols-[2.5rem_3.75rem_11rem_minmax(8rem,1fr)_minmax(8rem,1fr)_minmax(13rem,1.7fr)_minmax(8rem,1fr)_8rem] min-w-[66rem]'

export function isFieldColumn(column: GridColumn): column is ImportField {
  return IMPORT_FIELDS.some(field => field === column)
}

export function isGridColumn(name: string): name is GridColumn {
  return GRID_COLUMNS.some(column => column === name)
}
