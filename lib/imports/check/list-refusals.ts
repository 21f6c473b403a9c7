import type { ImportRow, RowProblem } from '#lib/contracts/import-rows.ts'
import type { ImportResultRow } from '#lib/contracts/imports.ts'

/** A row as it is checked. Of one that was sent before also what has become of it, as long as nobody has corrected it. */
export type RowToCheck = ImportRow & Partial<Pick<ImportResultRow, 'outcome' | 'problems'>>

/**
 * Why the service has refused the row as it stands: sent again unchanged it would be refused again. Not what passes, as a
 * service that failed or somebody who was changed meanwhile.
 */
export function listRefusals({ outcome, problems = [] }: RowToCheck): RowProblem[] {
  return outcome === 'refused' ? problems.filter(({ code }) => code === 'refused') : []
}
