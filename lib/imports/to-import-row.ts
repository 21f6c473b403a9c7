import type { ImportRowRecord } from '#lib/store/import-rows.ts'
import type { ImportRow } from './contract.ts'

/** A stored row as the check reads it. */
export function toImportRow({
  row,
  cells,
  given,
  excluded,
}: Pick<ImportRowRecord, 'row' | 'cells' | 'given' | 'excluded'>): ImportRow {
  return { row, cells, values: given, excluded }
}
