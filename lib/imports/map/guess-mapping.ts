import { IMPORT_FIELDS, type ImportField } from '#lib/imports/contract.ts'
import type { TableRow } from '#lib/imports/read/table.ts'
import { guessNameOrder } from './guess-name-order.ts'
import type { ColumnMeaning } from './header-words.ts'
import type { Mapping } from './mapping.ts'
import { matchHeader } from './match-header.ts'
import { sniffColumns } from './sniff-columns.ts'

/**
 * Which column is for which field: by the headers; what no header says, by what the cells look like. A lone "Name" is
 * the last name when the first has its own column.
 */
export function guessMapping(headers: readonly string[], { rows }: { rows: readonly TableRow[] }): Mapping {
  const found = byHeaders(headers)
  const name = found.get('full_name')
  if (name !== undefined && found.has('first_name') && !found.has('last_name')) found.set('last_name', name)
  if (found.has('first_name') || found.has('last_name')) found.delete('full_name')
  sniffColumns(rows, found)
  return toMapping(found, rows, headers)
}

/** For each meaning the column with the best word, the left one of two. */
function byHeaders(headers: readonly string[]): Map<ColumnMeaning, number> {
  const found = new Map<ColumnMeaning, number>()
  const ranks = new Map<ColumnMeaning, number>()
  for (const [column, header] of headers.entries()) {
    const match = matchHeader(header)
    if (!match || match.rank >= (ranks.get(match.meaning) ?? Number.POSITIVE_INFINITY)) continue
    found.set(match.meaning, column)
    ranks.set(match.meaning, match.rank)
  }
  return found
}

function toMapping(
  found: ReadonlyMap<ColumnMeaning, number>,
  rows: readonly TableRow[],
  headers: readonly string[],
): Mapping {
  const columns: Partial<Record<ImportField, number>> = {}
  for (const field of IMPORT_FIELDS) {
    const column = found.get(field)
    if (column !== undefined) columns[field] = column
  }
  const column = found.get('full_name')
  if (column === undefined) return { columns }
  const names = rows.map(({ cells }) => cells[column] ?? '')
  return { columns, full_name: { column, order: guessNameOrder(names, headers[column]) } }
}
