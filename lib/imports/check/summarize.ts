import type { ImportSummary } from '#lib/imports/contract.ts'
import type { CheckedRow } from './checked-row.ts'

export function summarize(rows: readonly CheckedRow[], leavers: number): ImportSummary {
  const summary = {
    new: 0,
    equal: 0,
    different: 0,
    conflict: 0,
    invalid: 0,
    excluded: 0,
    resends: 0,
    warnings: 0,
  }
  for (const { kind, resends_invitation, problems } of rows) {
    summary[kind] += 1
    if (resends_invitation) summary.resends += 1
    if (problems.some(({ warning }) => warning)) summary.warnings += 1
  }
  return { ...summary, leavers }
}
