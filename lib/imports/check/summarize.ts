import type { ImportSummary } from '#lib/imports/contract.ts'
import type { CheckedRow } from './checked-row.ts'

type RowCounts = Omit<ImportSummary, 'leavers'>

export function summarize(rows: readonly CheckedRow[], leavers: number): ImportSummary {
  const counts = noRows()
  for (const checked of rows) countRow(counts, checked, 1)
  return { ...counts, leavers }
}

export function noRows(): RowCounts {
  return { new: 0, equal: 0, different: 0, conflict: 0, invalid: 0, excluded: 0, resends: 0, warnings: 0 }
}

/** `by`: 1 counts a row, -1 takes it out again. */
export function countRow(counts: RowCounts, { kind, resends_invitation, problems }: CheckedRow, by: 1 | -1) {
  counts[kind] += by
  if (resends_invitation) counts.resends += by
  if (problems.some(({ warning }) => warning)) counts.warnings += by
}
