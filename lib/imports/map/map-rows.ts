import type { ImportField, ImportRow, ImportValues } from '#lib/imports/contract.ts'
import type { TableRow } from '#lib/imports/read/table.ts'
import type { Mapping } from './mapping.ts'
import { splitName } from './split-name.ts'

/** The lines of the table as rows of an import, each with the texts of its fields, still as they stand in the file. */
export function mapRows(rows: readonly TableRow[], mapping: Mapping): ImportRow[] {
  return rows.map(({ row, cells }) => ({ row, cells, values: toValues(cells, mapping), excluded: false }))
}

function toValues(cells: readonly string[], { columns, full_name }: Mapping): ImportValues {
  const read = (field: ImportField) => cells[columns[field] ?? -1] ?? ''
  const name = full_name && splitName(cells[full_name.column] ?? '', full_name.order)
  return {
    first_name: name?.first_name ?? read('first_name'),
    last_name: name?.last_name ?? read('last_name'),
    email: read('email'),
    mitarbeiternummer: read('mitarbeiternummer'),
    locale: read('locale'),
  }
}
