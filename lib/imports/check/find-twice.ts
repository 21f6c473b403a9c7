import type { ImportField, ImportValues, RowProblem } from '#lib/contracts/import-rows.ts'
import { type ImportResultRow, isOpenRow } from '#lib/contracts/imports.ts'
import type { CheckedRow } from './checked-row.ts'

type SamePerson = { employee_id: number; same: readonly number[] }

export type NumberedValues = { row: number; values: ImportValues }

/** When a value occurs in many lines, the message does not list them all. */
const OTHERS_MAX = 10
export const SHOWN_MAX = OTHERS_MAX + 1

/** Fields that must be unique across rows. */
export const UNIQUE_FIELDS = ['email', 'mitarbeiternummer'] as const
export type UniqueField = (typeof UNIQUE_FIELDS)[number]

/** Maps each line to its unique fields that occur in other lines too, with those lines. */
export function findTwice(rows: readonly NumberedValues[]): Map<number, RowProblem[]> {
  const problems = new Map<number, RowProblem[]>()
  for (const field of UNIQUE_FIELDS) {
    for (const lines of groupByValue(rows, field)) {
      if (lines.length < 2) continue
      const shown = lines.slice(0, SHOWN_MAX)
      for (const row of lines) problems.set(row, [...(problems.get(row) ?? []), toTwice(field, shown, row)])
    }
  }
  return problems
}

/** `shown`: the first `SHOWN_MAX` lines with the same value, possibly including the row itself. */
export function toTwice(field: UniqueField, shown: readonly number[], row: number): RowProblem {
  const rows = shown.filter(other => other !== row).slice(0, OTHERS_MAX)
  return { field, code: 'twice_in_file', rows }
}

function groupByValue(rows: readonly NumberedValues[], field: ImportField): Iterable<number[]> {
  const lines = new Map<string, number[]>()
  for (const { row, values } of rows) {
    const key = toKey(field, values[field])
    if (key === '') continue
    const present = lines.get(key)
    if (present) present.push(row)
    else lines.set(key, [row])
  }
  return lines.values()
}

/** Compares as the service does: emails ignore letter case, numbers must match exactly. */
export function toKey(field: ImportField, value: string): string {
  return field === 'email' ? value.toLowerCase() : value
}

/** The finished rows by the employee they created, changed or found. */
export type SettledRows = ReadonlyMap<number, readonly number[]>

/** Finished rows are no longer checked, but still claim their employee in later rounds. */
export function toSettled(
  rows: readonly Pick<ImportResultRow, 'row' | 'outcome' | 'employee_id'>[],
): SettledRows {
  const settled = new Map<number, number[]>()
  for (const { row, outcome, employee_id } of rows)
    if (employee_id !== null && !isOpenRow({ outcome }))
      settled.set(employee_id, [...(settled.get(employee_id) ?? []), row])
  return settled
}

/** Marks rows that refer to the same employee, one by email and one by number: they must not both be written. */
export function separateTwins(rows: CheckedRow[], settled: SettledRows): CheckedRow[] {
  const byPerson = new Map<number, number[]>([...settled].map(([id, over]) => [id, [...over]]))
  for (const { employee_id, kind, row } of rows) {
    if (employee_id === undefined || !isWritten(kind)) continue
    byPerson.set(employee_id, [...(byPerson.get(employee_id) ?? []), row])
  }
  return rows.map(checked => {
    const { employee_id, kind } = checked
    const same = employee_id === undefined ? [] : (byPerson.get(employee_id) ?? [])
    if (employee_id === undefined || same.length < 2 || !isWritten(kind)) return checked
    return toTwin(checked, { employee_id, same })
  })
}

/** `same`: all rows that refer to this employee, including the row itself. */
export function toTwin({ row, problems }: CheckedRow, { employee_id, same }: SamePerson): CheckedRow {
  const others = same.filter(other => other !== row)
  const problem: RowProblem = { field: null, code: 'same_person', rows: others, employee_id }
  return { row, kind: 'conflict', problems: [...problems, problem], input: null, employee_id }
}

export function isWritten(kind: CheckedRow['kind']): boolean {
  return kind === 'equal' || kind === 'different'
}
