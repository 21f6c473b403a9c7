import type { SortColumn } from '#lib/employees/people-filters.ts'
import { OPTIONAL_COLUMNS, type OptionalColumn, type TableView } from '#lib/preferences/table-view.ts'
import type { EditableField } from '../edit/employee-values.ts'

export type Column = {
  name: SortColumn
  width: string
  /** Where its value stands when a row is a card (below the `sm` width), and how it looks in both. */
  card: string
  /** The field that is edited in it. */
  field?: EditableField
}

/**
 * All columns of values, in their order; photo and checkbox stand before them. Where there is room (`xl`), the others have what their
 * heads and most of their values need, and the address has the rest.
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

/** The same list for the same columns, so that rows which show it are not drawn anew. */
export function listColumns({ hidden }: TableView): readonly Column[] {
  const key = hidden.join()
  const columns = shown.get(key) ?? COLUMNS.filter(({ name }) => !isOptional(name) || !hidden.includes(name))
  shown.set(key, columns)
  return columns
}

function isOptional(name: SortColumn): name is OptionalColumn {
  return OPTIONAL_COLUMNS.some(optional => optional === name)
}
