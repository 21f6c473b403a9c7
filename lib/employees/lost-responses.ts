import 'server-only'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import { CHANGEABLE_FIELDS, type GivenFields, readGiven } from '#lib/portrait-api/changeable-fields.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import { toKnownStatus } from '#lib/portrait-api/terms.ts'
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

type LookUp = { lane?: Lane; isDone?: boolean }

/** Whether the write may have happened although it ended in this error. */
export function isLostResponse(error: unknown): error is DeskError {
  return error instanceof DeskError && LOST.has(error.code) && !error.neverSent
}

/**
 * The employees that a create has made, in the order of the inputs, or null when it made none (section 4: a create is
 * all or nothing). `isDone`: it has certainly made them, so whoever has the e-mail is meant. Throws `outcome_unknown` when
 * the service cannot be asked, or an input has no e-mail to look for.
 */
export async function findCreated(
  client: PortraitClient,
  projectId: number,
  inputs: readonly unknown[],
  { lane = 'interactive', isDone = false }: LookUp = {},
): Promise<Employee[] | null> {
  const found: Employee[] = []
  for (const { employee, given } of await findByEmail(client, projectId, { inputs, lane })) {
    const isMade = (person: Employee) => isDone || (isNew(person) && isMadeFrom(person, given))
    if (!employee || !isMade(employee)) return null
    found.push(employee)
  }
  return found
}

/**
 * The same of a call of some time ago. Since then people may have sent a photo, been corrected or left, but a create is all
 * or nothing: when more of them are there as they were given than not, it has made all of them. Null in the place of
 * whoever is not there any more.
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
 * The employee as a lost update has left it, or null when the update did not happen. Whether a new invitation went
 * out is concluded from the rule of section 3: `emailBefore` was another address; who does not know it claims no mail. `isDone`: the service has certainly made it, whatever it made of the values.
 * Throws `outcome_unknown` when the service cannot be asked, or the update says something that no record would show.
 */
export async function findUpdated(
  client: PortraitClient,
  employeeId: number,
  update: unknown,
  { lane = 'interactive', isDone = false, emailBefore }: LookUp & { emailBefore?: string | undefined } = {},
): Promise<UpdatedEmployee | null> {
  const employee = await ask(() => client.getEmployee(employeeId, { fresh: true, lane, changes: true }))
  const given = readGiven(update)
  const fields = CHANGEABLE_FIELDS.filter(field => field in given)
  if (!isDone) {
    if (!fields.every(field => isSame(employee[field], given[field]))) return null
    if (fields.length === 0 || fields.length < Object.keys(Object(update)).length)
      throw new DeskError('outcome_unknown')
  }
  const isOther = 'email' in given && emailBefore !== undefined && emailBefore !== employee.email
  const resent = isOther && employee.invited_at !== null && employee.uploaded_at === null
  return { data: employee, meta: { invitation_resent: resent } }
}

/** A service may trim what it is given, may write an e-mail in small letters, and may read a number as a text. */
function isSame(there: unknown, given: unknown): boolean {
  const sent = typeof given === 'number' ? String(given) : given
  if (typeof there !== 'string' || typeof sent !== 'string') return there === sent
  if (there === sent || there === sent.trim()) return true
  return sent.includes('@') && there.toLowerCase() === sent.trim().toLowerCase()
}

/** By its e-mail somebody is found again; a mirrored input may have none. */
function toWanted(input: unknown): { email: string; given: GivenFields } {
  const given = readGiven(input)
  if (typeof given.email !== 'string') throw new DeskError('outcome_unknown')
  return { email: toPlain(given.email).toLowerCase(), given }
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

function isNew({ status }: Employee): boolean {
  return (toKnownStatus(status) ?? 'pending') === 'pending'
}

/** Somebody who was there before with the same e-mail does not count as made by this create. */
function isMadeFrom(employee: Employee, given: GivenFields): boolean {
  const isAsGiven = (field: 'first_name' | 'last_name' | 'mitarbeiternummer') =>
    toPlain(employee[field]) === toPlain(given[field])
  return (
    isAsGiven('first_name') &&
    isAsGiven('last_name') &&
    (given.mitarbeiternummer === undefined || isAsGiven('mitarbeiternummer'))
  )
}

/** A service may write what it is given in another form of Unicode, and with fewer blanks. */
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
