import { IMPORT_FIELDS, type ImportRow } from '#lib/contracts/import-rows.ts'
import { mapRows } from './map-rows.ts'
import type { Mapping } from './mapping.ts'

type CarriedWork = {
  rows: ImportRow[]
  /** Number of rows with edits that were carried over. */
  moved: number
  /**
   * Number of rows with edits that were not: their line is no longer imported, or its field comes from another column.
   */
  behind: number
}

/**
 * Applies the user's edits, line by line, to rows mapped with newly chosen columns. A typed value stays when the file's
 * value for its field is the same as before, or empty. A different value wins, because the user chose that column
 * later. The check decides whether a chosen change is still the same. `worked`: the edited rows, read with the mapping
 * `before`.
 */
export function carryWork(
  rows: readonly ImportRow[],
  { worked, before }: { worked: readonly ImportRow[]; before: Mapping },
): CarriedWork {
  const work = new Map(worked.map(row => [row.row, row]))
  const read = new Map(mapRows(worked, before).map(({ row, values }) => [row, values]))
  const counts = { moved: 0, behind: 0 }
  const carried = rows.map((row): ImportRow => {
    const [left, was] = [work.get(row.row), read.get(row.row)]
    if (!left || !was) return row
    work.delete(row.row)
    const typed = listTyped(left, was)
    const staying = typed.filter(field => [was[field], left.values[field], ''].includes(row.values[field]))
    const values = { ...row.values }
    for (const field of staying) values[field] = left.values[field]
    const isSame = IMPORT_FIELDS.every(field => values[field] === left.values[field])
    if (staying.length < typed.length) counts.behind += 1
    else if (typed.length > 0 || left.excluded || (left.chosen_change && isSame)) counts.moved += 1
    return { ...row, values, excluded: left.excluded, chosen_change: left.chosen_change }
  })
  for (const [number, left] of work) {
    const was = read.get(number)
    if (left.excluded || (was && listTyped(left, was).length > 0)) counts.behind += 1
  }
  return { rows: carried, ...counts }
}

function listTyped({ values }: ImportRow, was: ImportRow['values']) {
  return IMPORT_FIELDS.filter(field => values[field] !== was[field])
}
