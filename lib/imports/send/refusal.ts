/** Converts the service's errors about rows of one call, by its own keys (specification section 4). */

import { IMPORT_FIELDS, type ImportField, type RowProblem } from '#lib/contracts/import-rows.ts'
import type { FieldErrors } from '#lib/errors.ts'

/** `employees.<index>.<field>`, or `employees.<index>` for the whole employee. */
const KEY = /^employees\.(\d{1,6})(?:\.(.+))?$/

/** Maps the position in the call to its problems. Ignores keys of positions that were not sent. */
export function toRowProblems(errors: FieldErrors, sent: number): Map<number, RowProblem[]> {
  const problems = new Map<number, RowProblem[]>()
  for (const [key, reasons] of Object.entries(errors)) {
    const [, place, field] = KEY.exec(key) ?? []
    const index = Number(place)
    if (place === undefined || index >= sent) continue
    problems.set(index, [...(problems.get(index) ?? []), ...toProblems(field, reasons)])
  }
  return problems
}

/** Converts the errors of a call about one employee: keys are the fields, or those of a list with one entry. */
export function toSingleProblems(errors: FieldErrors, sentence?: string): RowProblem[] {
  const problems = Object.entries(errors).flatMap(([key, reasons]) =>
    toProblems(key.replace(/^employees\.0\.?/, ''), reasons),
  )
  return problems.length > 0 ? problems : toProblems(undefined, [sentence ?? ''])
}

function toProblems(name: string | undefined, reasons: string[]): RowProblem[] {
  const field: ImportField | null = IMPORT_FIELDS.find(candidate => candidate === name) ?? null
  return [...new Set(reasons)].map(reason => ({ field, code: 'refused', ...(reason && { reason }) }))
}
