import type { RowProblem } from '#lib/imports/contract.ts'
import type { CheckedRow } from './checked-row.ts'

/** Two rows that mean the same person of the project, one by e-mail and one by number, must not both be written. */
export function separateTwins(rows: CheckedRow[]): CheckedRow[] {
  const byPerson = new Map<number, number[]>()
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

type SamePerson = { employee_id: number; same: readonly number[] }

/** `same`: the rows that mean this person, the row itself among them. */
export function toTwin({ row, problems }: CheckedRow, { employee_id, same }: SamePerson): CheckedRow {
  const others = same.filter(other => other !== row)
  const problem: RowProblem = { field: null, code: 'same_person', rows: others, employee_id }
  return { row, kind: 'conflict', problems: [...problems, problem], input: null, employee_id }
}

export function isWritten(kind: CheckedRow['kind']): boolean {
  return kind === 'equal' || kind === 'different'
}
