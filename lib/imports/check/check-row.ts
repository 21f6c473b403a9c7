import type { ImportField, ImportPerson, ImportValues, RowProblem } from '#lib/contracts/import-rows.ts'
import { findUnusual } from '#lib/employees/unusual-email.ts'
import { hasSlip } from '#lib/employees/usual-domain.ts'
import type { EmployeeInput, EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import type { CheckedRow } from './checked-row.ts'
import { FORMATTED } from './find-formatted.ts'
import { toKey } from './find-twice.ts'
import type { Match } from './match-person.ts'
import type { ParsedValues } from './parse-values.ts'
import { suspectNames } from './suspect-names.ts'

type Changes = Required<Pick<CheckedRow, 'changes' | 'update' | 'resends_invitation'>>

export type RowFacts = {
  /** The cleaned values. */
  values: ImportValues
  parsed: ParsedValues
  match: Match
  twice: RowProblem[]
  /** The service's reasons for refusing exactly these values (`listRefusals`). */
  refusals: RowProblem[]
  /** The domain of nearly all addresses in the list and the project. */
  usualDomain: string | null
}

/** Numbers that a spreadsheet read as a date: 1-2 becomes 01. Feb or 2026-02-01. */
const DATE =
  /^(\d{1,2}[./]\d{1,2}[./](\d{2}|\d{4})|\d{4}-\d{2}-\d{2}|\d{1,2}[-. ]+\p{L}{3,4}\.?|\p{L}{3}[-. ]\d{2})$/u

/** Checks one row with cleaned values against the rest of the file and the project. */
export function checkRow(
  row: number,
  { values, parsed, match, twice, refusals, usualDomain }: RowFacts,
): CheckedRow {
  const { input } = parsed
  const { person } = match
  const problems = isUnknownNumber(values, person)
    ? [{ field: 'mitarbeiternummer' as const, code: 'not_in_project' as const }]
    : parsed.problems.filter(
        ({ field }) => !isLeftOut(field, values, person) && !isKept(field, values, person),
      )
  const isWrong = ({ field }: RowProblem) => problems.some(problem => problem.field === field)
  const suspects = [
    ...suspectNames(values, person),
    ...suspectNumber(values, person),
    ...suspectEmail(values, person, usualDomain),
  ].filter(suspect => !isWrong(suspect))
  const all = [...problems, ...twice, ...match.problems, ...suspects]
  const checked = { row, problems: all, input: null, ...(person && { employee_id: person.id }) }
  if (problems.length > 0 || twice.length > 0) return { ...checked, kind: 'invalid' }
  if (match.problems.some(({ warning }) => !warning)) return { ...checked, kind: 'conflict' }
  const changes = person && listChanges(input, person)
  if (person && !changes) return { ...checked, input, kind: 'equal' }
  if (refusals.length > 0) return { ...checked, problems: [...all, ...refusals], kind: 'invalid' }
  return changes ? { ...checked, input, kind: 'different', ...changes } : { ...checked, input, kind: 'new' }
}

/**
 * True for an unknown number without other personal data: a list that only changes employees has just numbers and
 * changes.
 */
function isUnknownNumber(values: ImportValues, person: ImportPerson | undefined): boolean {
  const { mitarbeiternummer: number, first_name, last_name, email } = values
  return !person && number !== '' && first_name === '' && last_name === '' && email === ''
}

/** True for a field that the file leaves empty: the employee's value stays. */
function isLeftOut(
  field: ImportField | null,
  values: ImportValues,
  person: ImportPerson | undefined,
): boolean {
  return Boolean(person && field && values[field] === '')
}

/** True for a value that the project already has: it is not sent, so it is not checked either. */
function isKept(field: ImportField | null, values: ImportValues, person: ImportPerson | undefined): boolean {
  return Boolean(person && field && field !== 'locale' && isSame(field, values[field], person[field]))
}

function suspectEmail(
  values: ImportValues,
  person: ImportPerson | undefined,
  usualDomain: string | null,
): RowProblem[] {
  if (isKept('email', values, person)) return []
  if (hasSlip(values.email, usualDomain)) return [{ field: 'email', code: 'other_domain', warning: true }]
  if (!findUnusual(values.email)) return []
  return [{ field: 'email', code: 'unusual_email', warning: true }]
}

function suspectNumber(values: ImportValues, person: ImportPerson | undefined): RowProblem[] {
  const suspect = { field: 'mitarbeiternummer', warning: true } as const
  if (DATE.test(values.mitarbeiternummer)) return [{ ...suspect, code: 'looks_like_date' }]
  if (!FORMATTED.test(values.mitarbeiternummer) || isKept('mitarbeiternummer', values, person)) return []
  return [{ ...suspect, code: 'looks_formatted' }]
}

/**
 * Lists the row's changes to an existing employee; null when there are none. Empty cells change nothing, and an email
 * that differs only in letter case is the same mailbox.
 */
function listChanges(input: EmployeeInput, person: ImportPerson): Changes | null {
  const changes: Changes['changes'] = {}
  const update: EmployeeUpdate = {}
  for (const field of ['first_name', 'last_name', 'email', 'mitarbeiternummer'] as const) {
    const to = input[field]
    const from = person[field]
    if (to === undefined || to === '' || isSame(field, to, from)) continue
    changes[field] = { from, to }
    update[field] = to
  }
  if (input.locale && input.locale !== person.locale) {
    changes.locale = { from: person.locale ?? '', to: input.locale }
    update.locale = input.locale
  }
  if (Object.keys(update).length === 0) return null
  return { changes, update, resends_invitation: update.email !== undefined && isWaiting(person) }
}

/** True when both values are equal, whether an umlaut is stored composed or decomposed. */
function isSame(field: ImportField, to: string, from: string): boolean {
  return toKey(field, to.normalize('NFC')) === toKey(field, from.normalize('NFC'))
}

/** Section 3: invited, and no photo yet. */
function isWaiting({ invited_at, uploaded_at }: ImportPerson): boolean {
  return invited_at !== null && uploaded_at === null
}
