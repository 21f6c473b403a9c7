import 'server-only'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import type { Lane } from '#lib/portrait-api/budget.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { type Employee, toKnownStatus, type UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import type { EmployeeInput, EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { loadRoster } from './roster.ts'

/**
 * What to do when the service may have done a write but its answer got lost (RFC 9110 section 9.2.2: such a call must
 * not simply be sent again). Everything here reads, nothing writes. See docs/decisions/012-lost-answers-of-writes.md.
 */
const LOST = new Set<ErrorCode>([
  'service_unreachable',
  'service_timeout',
  'service_moved',
  'gateway_answered',
  'bad_service_answer',
])

/** Whether the write may have happened although it ended in this error. */
export function isLostAnswer(error: unknown): error is DeskError {
  return error instanceof DeskError && LOST.has(error.code) && !error.neverSent
}

/**
 * The employees that a create has made, in the order of the inputs, or null when it made none (section 4: a create is
 * all or nothing). `isDone`: it has certainly made them, so whoever has the e-mail is meant. Throws `outcome_unknown` when
 * the service cannot be asked.
 */
export async function findCreated(
  client: PortraitClient,
  projectId: number,
  inputs: EmployeeInput[],
  { lane = 'interactive', isDone = false }: { lane?: Lane; isDone?: boolean } = {},
): Promise<Employee[] | null> {
  const people = await ask(() => loadRoster(client, projectId, { maxAgeMs: 0, lane }))
  const byEmail = new Map(people.map(employee => [employee.email.toLowerCase(), employee]))
  const found: Employee[] = []
  for (const input of inputs) {
    const employee = byEmail.get(input.email.trim().toLowerCase())
    if (!employee || !(isDone || isMadeFrom(employee, input))) return null
    found.push(employee)
  }
  return found
}

/**
 * The employee as a lost update has left it, or null when the update did not happen. Whether a new invitation went
 * out is concluded from the rule of section 3. `isDone`: the service has certainly made it, whatever it made of the values.
 */
export async function findUpdated(
  client: PortraitClient,
  employeeId: number,
  update: EmployeeUpdate,
  { lane = 'interactive', isDone = false }: { lane?: Lane; isDone?: boolean } = {},
): Promise<UpdatedEmployee | null> {
  const employee = await ask(() => client.getEmployee(employeeId, { fresh: true, lane, changes: true }))
  const fields = Object.entries(update) as [keyof EmployeeUpdate, unknown][]
  if (!isDone && !fields.every(([field, value]) => isSame(employee[field], value))) return null
  const resent = 'email' in update && employee.invited_at !== null && employee.uploaded_at === null
  return { data: employee, meta: { invitation_resent: resent } }
}

/** A service may trim what it is given, and may write an e-mail in small letters. */
function isSame(there: unknown, sent: unknown): boolean {
  if (typeof there !== 'string' || typeof sent !== 'string') return there === sent
  return there === sent.trim() || (sent.includes('@') && there.toLowerCase() === sent.trim().toLowerCase())
}

/** Whether a lost delete has happened. */
export async function isGone(
  client: PortraitClient,
  employeeId: number,
  { lane = 'interactive' }: { lane?: Lane } = {},
): Promise<boolean> {
  return ask(async () => {
    try {
      await client.getEmployee(employeeId, { fresh: true, lane, changes: true })
      return false
    } catch (error) {
      if (error instanceof DeskError && error.code === 'not_found') return true
      throw error
    }
  })
}

/** Somebody who was there before with the same e-mail does not count as made by this create. */
function isMadeFrom(employee: Employee, input: EmployeeInput): boolean {
  return (
    (toKnownStatus(employee.status) ?? 'pending') === 'pending' &&
    isSame(employee.first_name, input.first_name) &&
    isSame(employee.last_name, input.last_name) &&
    (input.mitarbeiternummer === undefined || isSame(employee.mitarbeiternummer, input.mitarbeiternummer))
  )
}

async function ask<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (cause) {
    throw new DeskError('outcome_unknown', { cause })
  }
}
