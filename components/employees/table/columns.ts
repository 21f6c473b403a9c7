import type { SortColumn } from '#lib/employees/people-filters.ts'
import { OPTIONAL_COLUMNS, type OptionalColumn, type TableView } from '#lib/preferences/table-view.ts'
import type { EditableField } from '../edit/employee-values.ts'

export type Column = {
  name: SortColumn
  width: string
  /**
   * Classes for the position of the value when a row is a card (below the `sm` width), and for its look in both
   * layouts.
   */
  card: string
  /** The field that is edited in this column. */
  field?: EditableField
}

/**
 * All value columns in order; photo and checkbox precede them. On wide screens (`xl`), each column has the width of
 * its head and most of its values; the e-mail column takes the rest.
 */
const COLUMNS: readonly Column[] = [
  {
    name: 'mitarbeiternummer',
    width: 'w-[13%] xl:w-35',
    card: 'card-line card-number',
    field: 'mitarbeiternummer',
  },
  { name: 'last_name', width: 'w-[9.75%] xl:w-26', card: 'card-name', field: 'last_name' },
  { name: 'first_name', width: 'w-[9%] xl:w-24', card: 'card-name', field: 'first_name' },
  { name: 'email', width: 'w-[17%] xl:w-auto', card: 'card-line card-email', field: 'email' },
  { name: 'locale', width: 'w-[8.5%] xl:w-23', card: 'card-line card-locale', field: 'locale' },
  { name: 'status', width: 'w-[17.5%] xl:w-50', card: 'card-line card-status' },
  { name: 'invited_at', width: 'w-[8%] xl:w-22', card: 'card-late' },
  { name: 'uploaded_at', width: 'w-[9.25%] xl:w-26', card: 'card-late' },
  { name: 'edited_at', width: 'w-[8.5%] xl:w-23', card: 'card-late' },
]

const shown = new Map<string, readonly Column[]>()

/** Returns the same list for the same columns, so that the rows do not render again. */
export function listColumns({ hidden }: TableView): readonly Column[] {
  const key = hidden.join()
  const columns = shown.get(key) ?? COLUMNS.filter(({ name }) => !isOptional(name) || !hidden.includes(name))
  shown.set(key, columns)
  return columns
}

function isOptional(name: SortColumn): name is OptionalColumn {
  return OPTIONAL_COLUMNS.some(optional => optional === name)
}
