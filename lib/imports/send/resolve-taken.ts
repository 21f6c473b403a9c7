import 'server-only'
import type { RowProblem } from '#lib/contracts/import-rows.ts'
import { DeskError } from '#lib/errors.ts'
import { checkRows } from '#lib/imports/check/check-rows.ts'
import { toImportPerson, toImportRow } from '#lib/imports/import-people.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { CreateTask, RowResult } from '#lib/store/import-rows.ts'
import { getImportStore } from '#lib/store/import-store.ts'

/** Finds rows whose employee another user has created meanwhile with the same data: nothing is left to do for them. */
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
 * Maps created employees to their rows. The response is in the order of the call (section 4); matching by email is
 * correct even if it is not. After a lost call an employee may have been deleted since. The outcome of that row is
 * unknown, and it is not sent again automatically.
 */
export function toCreated(tasks: readonly CreateTask[], created: readonly (Employee | null)[]): RowResult[] {
  const byEmail = new Map(
    created.flatMap(employee => (employee ? [[employee.email.toLowerCase(), employee]] : [])),
  )
  return tasks.map(({ row, input }, index): RowResult => {
    const inOrder = created.length === tasks.length ? created[index] : undefined
    const employee = byEmail.get(input.email.toLowerCase()) ?? inOrder
    if (!employee) return { row, outcome: 'unknown', problems: [] }
    const { id: employee_id, mitarbeiternummer } = employee
    return { row, outcome: 'created', problems: [], employee_id, mitarbeiternummer }
  })
}

/**
 * True when the employees found after a lost call belong to someone else. If another import or a user created one of
 * them, the lost call had no effect, because it is all or nothing (section 4).
 */
export function isClaimed(importId: string, found: readonly (Employee | null)[]): Promise<boolean> {
  const ids = found.flatMap(employee => employee?.id ?? [])
  return getImportStore().isClaimed(importId, ids)
}

/**
 * When the employees found belong to someone else, throws the refusal that the call would get: their emails are taken.
 */
export async function requireOwn(importId: string, found: readonly (Employee | null)[]): Promise<void> {
  if (!(await isClaimed(importId, found))) return
  const taken = found.flatMap((employee, index) => (employee ? [[`employees.${index}.email`, ['']]] : []))
  throw new DeskError('invalid', { errors: Object.fromEntries(taken) })
}

/**
 * Returns the refused rows with the service's reasons, and the employee they collide with when that is one of the
 * project.
 */
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
