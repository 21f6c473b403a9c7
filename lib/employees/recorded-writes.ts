import 'server-only'
import type { ActivityChange, ActivityDetails, Actor } from '#lib/activity/contract.ts'
import { recordWrite } from '#lib/activity/record-activity.ts'
import { DeskError } from '#lib/errors.ts'
import type { CallOptions, PortraitClient } from '#lib/portrait-api/client.ts'
import type { Employee, UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import type { EmployeeInput, EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { CHANGEABLE_FIELDS, type ChangeableField } from './changeable-fields.ts'
import {
  createEmployee,
  createEmployees,
  deleteEmployee,
  updateEmployee,
  type WriteOptions,
} from './employees.ts'
import { isLostAnswer } from './lost-answers.ts'

/**
 * The writes of `employees.ts` with their entry in the activity log. Handlers use these; a write without an entry is
 * for nobody but them (a test looks at who imports it).
 */
/** A record that holds at least what was sent. */
type Changed = { [Field in ChangeableField]?: string | null | undefined }

type Call<Input> = { client: PortraitClient; actor: Actor; input: Input; options?: WriteOptions }

export async function createEmployeeRecorded(
  projectId: number,
  { client, actor, input }: Call<EmployeeInput>,
): Promise<Employee> {
  const run = async () => [await createEmployee(client, projectId, input)] as const
  const [created] = await recordCreation(run, { projectId, actor, inputs: [input] })
  return created
}

export function createEmployeesRecorded(
  projectId: number,
  { client, actor, input: inputs, options }: Call<EmployeeInput[]>,
): Promise<Employee[]> {
  const run = () => createEmployees(client, projectId, inputs, options)
  return recordCreation(run, { projectId, actor, inputs })
}

/** The old values are those that the desk saw last; somebody whom it never saw is read first. */
export async function updateEmployeeRecorded(
  employeeId: number,
  { client, actor, input: update, options }: Call<EmployeeUpdate>,
): Promise<UpdatedEmployee> {
  const before = await requireLastSeen(client, employeeId, { changes: true })
  const entry = (after: Changed) => ({
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
  return client.sightings.lastSeen(employeeId) ?? (await client.getEmployee(employeeId, options))
}

export function toPerson({
  first_name,
  last_name,
  mitarbeiternummer,
}: EmployeeInput | Employee): NonNullable<ActivityDetails['person']> {
  return { name: `${first_name} ${last_name}`, mitarbeiternummer: mitarbeiternummer ?? null }
}

function recordCreation<Created extends readonly Employee[]>(
  run: () => Promise<Created>,
  { projectId, actor, inputs }: { projectId: number; actor: Actor; inputs: EmployeeInput[] },
): Promise<Created> {
  const entry = (people: readonly (EmployeeInput | Employee)[]) => ({
    actor,
    action: 'employees_created' as const,
    project: projectId,
    details: { people: people.map(toPerson) },
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
  { update, after }: { update: EmployeeUpdate; after: Changed },
): ActivityChange[] {
  return CHANGEABLE_FIELDS.filter(field => field in update && before[field] !== after[field]).map(field => ({
    field,
    old: before[field],
    new: after[field] ?? null,
  }))
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
    isLostAnswer(error)
  )
}
