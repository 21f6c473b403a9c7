import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import {
  CHANGEABLE_FIELDS,
  type ChangeableField,
  type GivenFields,
  readGiven,
} from '#lib/portrait-api/changeable-fields.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import { isPassing } from '#lib/portrait-api/passing.ts'
import { toKnownStatus } from '#lib/portrait-api/terms.ts'
import { loadRoster } from './roster.ts'

/**
 * Look-ups for a write that the service may have carried out, but whose answer was lost (RFC 9110 section 9.2.2: such a
 * call must not simply be sent again). Everything here reads, nothing writes. See
 * docs/decisions/012-lost-answers-of-writes.md.
 */

type LookUp = { lane?: Lane; isDone?: boolean }

/** True when the write may have happened although it ended in this error. */
export function isLostResponse(error: unknown): error is DeskError {
  return error instanceof DeskError && isPassing(error.code) && !error.neverSent
}

/**
 * Finds the employees that a create has made, in the order of the inputs; null when it made none (section 4: a create
 * is all or nothing). `isDone`: it certainly made them, so the email alone identifies each. Throws `outcome_unknown`
 * when the service cannot be asked, or an input has no email to search for.
 */
export async function findCreated(
  client: PortraitClient,
  projectId: number,
  inputs: readonly unknown[],
  { lane = 'interactive', isDone = false }: LookUp = {},
): Promise<Employee[] | null> {
  // Without inputs nothing can be found: otherwise every lost call would count as successful.
  if (inputs.length === 0) return null
  const found: Employee[] = []
  for (const { employee, given } of await findByEmail(client, projectId, { inputs, lane })) {
    const isMade = (person: Employee) => isDone || (isNew(person) && isMadeFrom(person, given))
    if (!employee || !isMade(employee)) return null
    found.push(employee)
  }
  return found
}

/**
 * Finds the result of a create some time ago. Since then employees may have sent a photo, been corrected or been
 * deleted. But a create is all or nothing: when more than half of them exist as given, it made all of them. Null
 * replaces an employee who no longer exists.
 */
export async function findCreatedBefore(
  client: PortraitClient,
  projectId: number,
  inputs: readonly unknown[],
  { lane = 'interactive' }: { lane?: Lane } = {},
): Promise<(Employee | null)[] | null> {
  const pairs = await findByEmail(client, projectId, { inputs, lane })
  const clear = pairs.filter(({ employee, given }) => employee && isMadeFrom(employee, given))
  return clear.length * 2 > pairs.length ? pairs.map(({ employee }) => employee) : null
}

async function findByEmail(
  client: PortraitClient,
  projectId: number,
  { inputs, lane }: { inputs: readonly unknown[]; lane: Lane },
): Promise<{ employee: Employee | null; given: GivenFields }[]> {
  const wanted = inputs.map(toWanted)
  const people = await ask(() => loadRoster(client, projectId, { maxAgeMs: 0, lane }))
  const byEmail = new Map(people.map(employee => [toPlain(employee.email).toLowerCase(), employee]))
  return wanted.map(({ email, given }) => ({ employee: byEmail.get(email) ?? null, given }))
}

/**
 * Finds the result of a lost update; null when the record shows that it did not happen. A value that is only another
 * form of the given one proves nothing while all fields are as they were `before`. A new invitation is derived from the
 * rule of section 3: the address was another one before. Without the address before, no invitation is reported.
 * `isDone`: the service certainly made the update, whatever the values are now. Throws `outcome_unknown` when the
 * service cannot be asked, or the update contains something that no record would show.
 */
export async function findUpdated(
  client: PortraitClient,
  employeeId: number,
  update: unknown,
  { lane = 'interactive', isDone = false, before = {} }: LookUp & { before?: Partial<Employee> } = {},
): Promise<UpdatedEmployee | null> {
  const employee = await ask(() => client.getEmployee(employeeId, { fresh: true, lane, changes: true }))
  const given = readGiven(update)
  const fields = CHANGEABLE_FIELDS.filter(field => field in given)
  if (!isDone) {
    const isUntouched = fields.every(field => employee[field] === before[field])
    const isAsGiven = (field: ChangeableField) =>
      employee[field] === given[field] || (!isUntouched && mayBecome(field, { employee, given, before }))
    if (!fields.every(isAsGiven)) return null
    if (fields.length === 0 || fields.length < Object.keys(Object(update)).length)
      throw new DeskError('outcome_unknown')
  }
  const isOther = 'email' in given && before.email !== undefined && before.email !== employee.email
  const resent = isOther && employee.invited_at !== null && employee.uploaded_at === null
  return { data: employee, meta: { invitation_resent: resent } }
}

type Compared = { employee: Employee; given: GivenFields; before: Partial<Employee> }

/**
 * Compares a field with its given value. A null locale means the account's language, which a service may store instead;
 * that is only detectable when the value before is known.
 */
function mayBecome(field: ChangeableField, { employee, given, before }: Compared): boolean {
  if (field === 'locale' && given.locale === null) return before.locale !== undefined
  return isFormOf(employee[field], given[field])
}

/**
 * True when a service may have stored the given value as this one: in another form of Unicode, with fewer blanks, an
 * email in lower case, or a number as text.
 */
export function isFormOf(there: unknown, given: unknown): boolean {
  if (there === given) return true
  if (typeof there !== 'string' || (typeof given !== 'string' && typeof given !== 'number')) return false
  const [kept, sent] = [toPlain(there), toPlain(given)]
  return kept === sent || (sent.includes('@') && kept.toLowerCase() === sent.toLowerCase())
}

/** The email identifies an employee; a mirrored input may have none. */
function toWanted(input: unknown): { email: string; given: GivenFields } {
  const given = readGiven(input)
  if (typeof given.email !== 'string') throw new DeskError('outcome_unknown')
  return { email: toPlain(given.email).toLowerCase(), given }
}

/** True when a lost delete has happened. */
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

function isNew({ status }: Employee): boolean {
  return (toKnownStatus(status) ?? 'pending') === 'pending'
}

/** True when the create made this employee, and not an earlier create with the same email. */
function isMadeFrom(employee: Employee, given: GivenFields): boolean {
  const isAsGiven = (field: 'first_name' | 'last_name' | 'mitarbeiternummer') =>
    toPlain(employee[field]) === toPlain(given[field])
  return (
    isAsGiven('first_name') &&
    isAsGiven('last_name') &&
    (given.mitarbeiternummer === undefined || isAsGiven('mitarbeiternummer'))
  )
}

function toPlain(given: unknown): string {
  const text = typeof given === 'string' || typeof given === 'number' ? String(given) : ''
  return text.normalize('NFC').trim().replaceAll(/\s+/g, ' ')
}

async function ask<Answer>(read: () => Promise<Answer>): Promise<Answer> {
  try {
    return await read()
  } catch (cause) {
    throw new DeskError('outcome_unknown', { cause })
  }
}
