import type { ImportField, RowProblem } from '#lib/contracts/import-rows.ts'
import { EMAIL_MAX, MITARBEITERNUMMER_MAX, NAME_MAX } from '#lib/portrait-api/contract.ts'

/** Number of lines named in a message; the rest are only counted. */
const ROWS_NAMED = 3

const MAX: Record<ImportField, number> = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  email: EMAIL_MAX,
  mitarbeiternummer: MITARBEITERNUMMER_MAX,
  locale: 0,
}

/** The values for the message `imports.problems.<code>`, on the screen and in the result file. */
export function toProblemWords({ field, rows = [] }: RowProblem, toList: (rows: string[]) => string) {
  return {
    field: field ?? 'other',
    max: field ? MAX[field] : 0,
    count: rows.length,
    rows: toList(rows.slice(0, ROWS_NAMED).map(String)),
    more: Math.max(0, rows.length - ROWS_NAMED),
  }
}
