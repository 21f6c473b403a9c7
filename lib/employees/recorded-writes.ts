import 'server-only'
import { recordWrite } from '#lib/activity/record-activity.ts'
import type { ActivityChange, ActivityDetails, ActivityEntry, Actor, Bulk } from '#lib/contracts/activity.ts'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import { CHANGEABLE_FIELDS, type GivenFields, readGiven } from '#lib/portrait-api/changeable-fields.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import type { EmployeeChange } from './change-contract.ts'
import {
  createEmployee,
  createEmployees,
  deleteEmployee,
  updateEmployee,
  type WriteOptions,
} from './employees.ts'
import { patchRosters } from './held-rosters.ts'
import { isFormOf, isLostResponse } from './lost-responses.ts'
import { hasPhoto } from './may-have-photos.ts'
import { toMirrored } from './mirrored.ts'
import { predictInvitation } from './predict-invitation.ts'

/** Maximum age in ms of a record that a change can use without reading it again. */
const FRESH_MS = 3_000
/** An older record, in ms, may have been changed elsewhere, and gives no old value for the log. */
const OLD_MS = 60_000

/**
 * The writes of `employees.ts` with their entry in the activity log. Handlers use these; only this module may use the
 * unrecorded ones (a test checks the imports).
 */
type Call<Input> = {
  client: PortraitClient
  actor: Actor
  input: Input
  options?: WriteOptions & { emailBefore?: string | undefined }
  /** The bulk change that the write is part of. */
  bulk?: Bulk
}

/** Longer than any field may be (section 8), shorter than the limit of an entry. */
const LOGGED_CHARACTERS_MAX = 500
/**
 * `status` cannot be changed, as far as we know. If the service accepts it through the mirror, the log records that
 * too.
 */
const LOGGED_FIELDS = [...CHANGEABLE_FIELDS, 'status'] as const

/**
 * Creates an employee and records it. `input` is not validated: the service does that, and the log records what it can.
 */
export async function createEmployeeRecorded(
  projectId: number,
  { client, actor, input }: Call<unknown>,
): Promise<Employee> {
  const run = async () => [await createEmployee(client, projectId, input)] as const
  const [created] = await recordCreation(run, { projectId, actor, inputs: [input] })
  return created
}

export function createEmployeesRecorded(
  projectId: number,
  { client, actor, input: inputs, options, bulk }: Call<readonly unknown[]>,
): Promise<(Employee | null)[]> {
  const run = () => createEmployees(client, projectId, inputs, options)
  return recordCreation(run, { projectId, actor, inputs, bulk })
}

/**
 * Updates an employee and records the change. The old values come from the last record seen. If there is none, or it is
 * older than a minute, the employee is read first, because they may have been changed in the portal. Part of a bulk
 * change skips that check of age: its employees were read together, and it would double the calls.
 */
export async function updateEmployeeRecorded(
  employeeId: number,
  { client, actor, input: update, options, bulk }: Call<unknown>,
): Promise<UpdatedEmployee> {
  const maxAgeMs = bulk ? undefined : OLD_MS
  const before = await requireLastSeen(client, employeeId, { changes: true, maxAgeMs })
  const entry = (after: unknown) => ({
    actor,
    action: 'employee_changed' as const,
    project: before.project_id,
    employee: employeeId,
    details: {
      person: toPerson(before),
      changes: toChanges(before, { update, after }),
      ...(bulk && { bulk }),
    },
  })
  return recordWrite(entry(update), {
    run: () => updateEmployee(client, employeeId, update, options),
    toDone: ({ data }) => entry(data),
    mayHaveHappened,
  })
}

export async function deleteEmployeeRecorded(
  employeeId: number,
  { client, actor, options, bulk }: Omit<Call<never>, 'input'>,
): Promise<void> {
  const before = await requireLastSeen(client, employeeId, { changes: true })
  const entry = {
    actor,
    action: 'employee_deleted' as const,
    project: before.project_id,
    employee: employeeId,
    details: { person: toPerson(before), count: Number(hasPhoto(before)), ...(bulk && { bulk }) },
  }
  await recordWrite(entry, {
    run: () => deleteEmployee(client, employeeId, options),
    toDone: () => entry,
    mayHaveHappened,
  })
}

/**
 * Returns the employee as last seen with this key, at most `maxAgeMs` ago if given; otherwise asks the service. Throws
 * the service's error.
 */
export async function requireLastSeen(
  client: PortraitClient,
  employeeId: number,
  { maxAgeMs, ...options }: CallOptions & { maxAgeMs?: number | undefined } = {},
): Promise<Employee> {
  return client.recent.lastSeen(employeeId, maxAgeMs) ?? (await client.getEmployee(employeeId, options))
}

export function toPerson(given: GivenFields): NonNullable<ActivityDetails['person']> {
  const { first_name, last_name, mitarbeiternummer } = given
  return {
    name: `${toLogged(first_name) ?? ''} ${toLogged(last_name) ?? ''}`,
    mitarbeiternummer: toLogged(mitarbeiternummer),
  }
}

/**
 * The employees of an entry, with ids so that the log can link to them. An entry about one employee names them alone.
 */
export function aboutCreated(
  created: readonly (Employee | null)[],
  bulk?: Bulk,
): Pick<ActivityEntry, 'employee' | 'employees' | 'details'> {
  const people = created.filter(employee => employee !== null)
  const [first, ...others] = people
  const isOne = first !== undefined && others.length === 0
  return {
    ...(isOne ? { employee: first.id } : { employees: people.map(({ id }) => id) }),
    details: {
      people: people.map(person => ({ ...toPerson(person), id: person.id })),
      ...(bulk && { bulk }),
    },
  }
}

type Creation = { projectId: number; actor: Actor; inputs: readonly unknown[]; bulk?: Bulk | undefined }

function recordCreation<Created extends readonly (Employee | null)[]>(
  run: () => Promise<Created>,
  { projectId, actor, inputs, bulk }: Creation,
): Promise<Created> {
  const entry = { actor, action: 'employees_created' as const, project: projectId }
  const people = inputs.map(person => toPerson(readGiven(person)))
  return recordWrite(
    { ...entry, details: { people, ...(bulk && { bulk }) } },
    { run, toDone: created => ({ ...entry, ...aboutCreated(created, bulk) }), mayHaveHappened },
  )
}

/** Lists changed fields: only sent fields, and only those with another value afterwards. */
function toChanges(
  before: Employee,
  { update, after }: { update: unknown; after: unknown },
): ActivityChange[] {
  const [sent, there] = [readGiven(update, LOGGED_FIELDS), readGiven(after, LOGGED_FIELDS)]
  return LOGGED_FIELDS.filter(field => field in sent && before[field] !== there[field]).map(field => ({
    field,
    old: toLogged(before[field]),
    new: toLogged(there[field]),
  }))
}

/** Converts any value to a text of limited length for an entry. */
function toLogged(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= LOGGED_CHARACTERS_MAX
    ? text
    : `${text.slice(0, LOGGED_CHARACTERS_MAX).toWellFormed()}…`
}

/**
 * True when a failed write may have happened. A refusal of the service is certain. A lost answer is not, even when the
 * look-up did not find the change, because the call may still arrive. An error of the desk after the service's answer
 * is not certain either.
 */
function mayHaveHappened(error: unknown): boolean {
  return (
    !(error instanceof DeskError) ||
    error.code === 'outcome_unknown' ||
    error.code === 'internal' ||
    isLostResponse(error)
  )
}

/**
 * Changes an employee for a user who saw certain values. The service has no versions (its last write wins), so the
 * shown values are compared with the current ones. When a field to change has another value now, nothing is changed,
 * and `changed_meanwhile` is thrown with the current record. A field that already has the new value is no conflict.
 * Throws `would_invite` when an invitation would be sent without the user's consent. See
 * docs/decisions/029-editing-people.md.
 */
export async function changeEmployee(
  employeeId: number,
  { client, actor, input }: { client: PortraitClient; actor: Actor; input: EmployeeChange },
): Promise<UpdatedEmployee> {
  const { changes, shown, unasked } = input
  const current = await readCurrent(client, employeeId)
  const isOther = CHANGEABLE_FIELDS.some(
    field => field in changes && current[field] !== shown[field] && !isFormOf(current[field], changes[field]),
  )
  if (isOther) throw new DeskError('changed_meanwhile', { current: toMirrored(current) })
  if (unasked && changes.email !== undefined && predictInvitation(current, changes.email) === 'invites')
    throw new DeskError('would_invite')
  return updateEmployeeRecorded(employeeId, { client, actor, input: changes })
}

async function readCurrent(client: PortraitClient, employeeId: number): Promise<Employee> {
  const known = client.recent.lastSeen(employeeId, FRESH_MS)
  if (known) return known
  const employee = await client.getEmployee(employeeId, { fresh: true, changes: true })
  patchRosters(client, employeeId, employee)
  return employee
}
