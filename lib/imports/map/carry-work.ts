import { IMPORT_FIELDS, type ImportRow } from '#lib/contracts/import-rows.ts'
import { mapRows } from './map-rows.ts'
import type { Mapping } from './mapping.ts'

type CarriedWork = {
  rows: ImportRow[]
  /** Rows with something that has moved along. */
  moved: number
  /** Rows with something that could not: their line is not imported any more, or its field comes from another column. */
  behind: number
}

/**
 * Rows whose columns were chosen anew, with what a person had done to them before, line by line. What was typed stays
 * where the file says under its field what it said before, or nothing; where it says something else now, that was asked
 * for later and counts. Whether a chosen change is still the same one, the check says. `worked`: as they were left, read by the mapping `before`.
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
