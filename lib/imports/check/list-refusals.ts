import type { ImportRow, RowProblem } from '#lib/contracts/import-rows.ts'
import type { ImportResultRow } from '#lib/contracts/imports.ts'

/** A row to check. If it was sent before and not corrected since, it includes the outcome of that. */
export type RowToCheck = ImportRow & Partial<Pick<ImportResultRow, 'outcome' | 'problems'>>

/**
 * Lists why the service refused the row: unchanged, it would be refused again. Excludes temporary problems, such as a
 * failing service or an employee changed in the meantime.
 */
export function listRefusals({ outcome, problems = [] }: RowToCheck): RowProblem[] {
  return outcome === 'refused' ? problems.filter(({ code }) => code === 'refused') : []
}
