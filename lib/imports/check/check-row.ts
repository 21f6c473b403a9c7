import type { ImportValues, RowProblem } from '#lib/imports/contract.ts'
import type { CheckedRow } from './checked-row.ts'
import { listChanges } from './list-changes.ts'
import type { Match } from './match-person.ts'
import type { ParsedValues } from './parse-values.ts'

export type RowFacts = {
  /** Cleaned. */
  values: ImportValues
  parsed: ParsedValues
  match: Match
  twice: RowProblem[]
}

/** Numbers that a spreadsheet took for a day: 1-2 becomes 01. Feb or 2026-02-01. */
const DATE =
  /^(\d{1,2}[./]\d{1,2}[./](\d{2}|\d{4})|\d{4}-\d{2}-\d{2}|\d{1,2}[-. ]+\p{L}{3,4}\.?|\p{L}{3}[-. ]\d{2})$/u

/** One row with cleaned values, seen next to the rest of the file and to the project. */
export function checkRow(row: number, { values, parsed, match, twice }: RowFacts): CheckedRow {
  const { input, problems } = parsed
  const { person } = match
  const all = [...problems, ...twice, ...match.problems, ...suspectDate(values)]
  const checked = { row, problems: all, input: null, ...(person && { employee_id: person.id }) }
  if (!input || twice.length > 0) return { ...checked, kind: 'invalid' }
  if (match.problems.some(({ warning }) => !warning)) return { ...checked, kind: 'conflict' }
  if (!person) return { ...checked, input, kind: 'new' }
  const changes = listChanges(input, person)
  return changes ? { ...checked, input, kind: 'different', ...changes } : { ...checked, input, kind: 'equal' }
}

function suspectDate({ mitarbeiternummer }: ImportValues): RowProblem[] {
  if (!DATE.test(mitarbeiternummer)) return []
  return [{ field: 'mitarbeiternummer', code: 'looks_like_date', warning: true }]
}
