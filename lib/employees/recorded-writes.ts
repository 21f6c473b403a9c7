import 'server-only'
import type { ActivityChange, ActivityDetails, Actor } from '#lib/activity/contract.ts'
import { recordWrite } from '#lib/activity/record-activity.ts'
import { DeskError } from '#lib/errors.ts'
import { CHANGEABLE_FIELDS, type GivenFields, readGiven } from '#lib/portrait-api/changeable-fields.ts'
import type { CallOptions, PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import {
  createEmployee,
  createEmployees,
  deleteEmployee,
  updateEmployee,
  type WriteOptions,
} from './employees.ts'
import { isLostResponse } from './lost-responses.ts'

/**
 * The writes of `employees.ts` with their entry in the activity log. Handlers use these; a write without an entry is
 * for nobody but them (a test looks at who imports it).
 */
type Call<Input> = { client: PortraitClient; actor: Actor; input: Input; options?: WriteOptions }

/** More of a value than any field holds (section 8), less than an entry takes. */
const LOGGED_CHARACTERS_MAX = 500
/** `status` cannot be written, as far as we know; should the service let the mirror write it, that is told too. */
const LOGGED_FIELDS = [...CHANGEABLE_FIELDS, 'status'] as const

/** `input`: a person as somebody has given them. The service judges it; the log tells what can be told of it. */
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
  { client, actor, input: inputs, options }: Call<readonly unknown[]>,
): Promise<Employee[]> {
  const run = () => createEmployees(client, projectId, inputs, options)
  return recordCreation(run, { projectId, actor, inputs })
}

/** The old values are those that the desk saw last; somebody whom it never saw is read first. */
export async function updateEmployeeRecorded(
  employeeId: number,
  { client, actor, input: update, options }: Call<unknown>,
): Promise<UpdatedEmployee> {
  const before = await requireLastSeen(client, employeeId, { changes: true })
  const entry = (after: unknown) => ({
    actor,
    action: 'employee_changed' as const,
    project: before.project_id,
    employee: employeeId,
    details: { person: toPerson(before), changes: toChanges(before, { update, after }) },
  })
  return recordWrite(entry(update), {
    run: () => updateEmployee(client, employeeId, update, options),
    toDone: ({ data }) => entry(data),
    mayHaveHappened,
  })
}

export async function deleteEmployeeRecorded(
  employeeId: number,
  { client, actor, options }: Omit<Call<never>, 'input'>,
): Promise<void> {
  const before = await requireLastSeen(client, employeeId, { changes: true })
  const entry = {
    actor,
    action: 'employee_deleted' as const,
    project: before.project_id,
    employee: employeeId,
    details: { person: toPerson(before) },
  }
  await recordWrite(entry, {
    run: () => deleteEmployee(client, employeeId, options),
    toDone: () => entry,
    mayHaveHappened,
  })
}

/** The person as this key saw them last. Throws what the service says about somebody whom it never showed. */
export async function requireLastSeen(
  client: PortraitClient,
  employeeId: number,
  options?: CallOptions,
): Promise<Employee> {
  return client.recent.lastSeen(employeeId) ?? (await client.getEmployee(employeeId, options))
}

export function toPerson(given: GivenFields): NonNullable<ActivityDetails['person']> {
  const { first_name, last_name, mitarbeiternummer } = given
  return {
    name: `${toLogged(first_name) ?? ''} ${toLogged(last_name) ?? ''}`,
    mitarbeiternummer: toLogged(mitarbeiternummer),
  }
}

function recordCreation<Created extends readonly Employee[]>(
  run: () => Promise<Created>,
  { projectId, actor, inputs }: { projectId: number; actor: Actor; inputs: readonly unknown[] },
): Promise<Created> {
  const entry = (people: readonly unknown[]) => ({
    actor,
    action: 'employees_created' as const,
    project: projectId,
    details: { people: people.map(person => toPerson(readGiven(person))) },
  })
  return recordWrite(entry(inputs), {
    run,
    toDone: created => ({ ...entry(created), employees: created.map(({ id }) => id) }),
    mayHaveHappened,
  })
}

/** Only what was sent can have been changed; a field that is the same afterwards was not. */
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

/** A value as an entry holds it, whatever it is: a text, not too long of one. */
function toLogged(value: unknown): string | null {
  if (value === undefined || value === null) return null
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length <= LOGGED_CHARACTERS_MAX
    ? text
    : `${text.slice(0, LOGGED_CHARACTERS_MAX).toWellFormed()}…`
}

/**
 * A refusal of the service is certain. A lost answer is not, even when the look-up did not find the change: the call
 * may still be on its way. Neither is what broke on the desk after the service had answered.
 */
function mayHaveHappened(error: unknown): boolean {
  return (
    !(error instanceof DeskError) ||
    error.code === 'outcome_unknown' ||
    error.code === 'internal' ||
    isLostResponse(error)
  )
}
