import 'server-only'
import type { RowProblem } from '#lib/contracts/import-rows.ts'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import { toImportPerson, toImportRow } from '#lib/imports/import-people.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { CreateTask, RowResult } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'

/** Rows whose person somebody else has made meanwhile, with the same data: there is nothing left to do. */
export function findAlreadyThere(tasks: readonly CreateTask[], people: readonly Employee[]): RowResult[] {
  const byId = new Map(people.map(person => [person.id, person]))
  const { rows } = checkRows(tasks.map(toImportRow), people.map(toImportPerson))
  return rows.flatMap(({ row, kind, employee_id }) => {
    const person = byId.get(employee_id ?? 0)
    if (kind !== 'equal' || !person) return []
    const { id, mitarbeiternummer } = person
    return [{ row, outcome: 'already_there', problems: [], employee_id: id, mitarbeiternummer } as const]
  })
}

/**
 * People who were found after a call got lost. When another import has made one of them, the lost call was not done,
 * for it is all or nothing (section 4): then all of them are somebody else's.
 */
export async function withoutClaimed(importId: string, found: RowResult[]): Promise<RowResult[]> {
  const ids = found.flatMap(({ employee_id }) => employee_id ?? [])
  if (!(await getImportStore().isClaimed(importId, ids))) return found
  return found.map(result => ({ ...result, outcome: 'already_there' }))
}

/** Refused rows with the service's reasons, and whom they collide with when that is somebody of the project. */
export function toRefused(
  refused: readonly { task: CreateTask; problems: RowProblem[] }[],
  people: readonly Employee[],
): RowResult[] {
  const byEmail = new Map(people.map(({ email, id }) => [email.toLowerCase(), id]))
  const byNumber = new Map(people.map(({ mitarbeiternummer, id }) => [mitarbeiternummer, id]))
  return refused.map(({ task: { row, input }, problems }) => ({
    row,
    outcome: 'refused',
    problems: problems.map(problem => {
      const other =
        problem.field === 'email'
          ? byEmail.get(input.email.toLowerCase())
          : problem.field === 'mitarbeiternummer'
            ? byNumber.get(input.mitarbeiternummer ?? '')
            : undefined
      return other === undefined
        ? problem
        : { ...problem, code: 'taken_by_other' as const, employee_id: other }
    }),
  }))
}
