import 'server-only'
import type { RowProblem } from '#lib/contracts/import-rows.ts'
import { DeskError } from '#lib/errors.ts'
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
 * What a create has made of its rows. Its answer is in the order of the call (section 4); by e-mail it is right even when it is
 * not. Of a call that was in doubt somebody may have left by now: what became of their row nobody can say, and it is not
 * sent again by itself.
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
 * Whether those who were found after a call got lost are somebody else's. When another import, or somebody by hand, has made one of
 * them, the lost call was not done, for it is all or nothing (section 4).
 */
export function isClaimed(importId: string, found: readonly (Employee | null)[]): Promise<boolean> {
  const ids = found.flatMap(employee => employee?.id ?? [])
  return getImportStore().isClaimed(importId, ids)
}

/**
 * Throws, when those who were found are somebody else's, the refusal that the call would meet if it was sent: their e-mails
 * are taken.
 */
export async function requireOwn(importId: string, found: readonly (Employee | null)[]): Promise<void> {
  if (!(await isClaimed(importId, found))) return
  const taken = found.flatMap((employee, index) => (employee ? [[`employees.${index}.email`, ['']]] : []))
  throw new DeskError('invalid', { errors: Object.fromEntries(taken) })
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
