import 'server-only'
import { paths } from '#lib/address/paths.ts'
import { DeskError } from '#lib/errors.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import type { CallOptions } from '#lib/portrait-api/calls.ts'
import {
  type PortraitClient,
  touchedByChange,
  touchedByCreate,
  touchedByDelete,
} from '#lib/portrait-api/client.ts'
import type { Employee, EmployeePage, UpdatedEmployee } from '#lib/portrait-api/contract.ts'
import type { EmployeeQuery } from '#lib/portrait-api/input-contract.ts'
import { getEnv } from '#lib/settings/env.ts'
import { createOnce } from './create-once.ts'
import { forgetOn404, handleWithdrawnApprovals, onEmployeeDeleted } from './departures.ts'
import { publishWrite } from './employee-events.ts'
import { patchRosters } from './held-rosters.ts'
import { findUpdated, isGone, isLostResponse } from './lost-responses.ts'
import { toMirrored } from './mirrored.ts'

/** Options of a write for which no person waits. */
export type WriteOptions = Pick<CallOptions, 'lane' | 'recall' | 'begun'> & {
  /** The same write was begun before, with unknown outcome: it is looked up first. */
  inDoubt?: boolean
  /** For a create in doubt (`createOnce`). */
  requireOwn?: Parameters<typeof createOnce>[1]['requireOwn']
  /** Other properties of a create's body, next to the list; the service decides whether they mean something. */
  beside?: object
}

/** Employees as the mirror returns them: exactly the service's records, but with photo addresses of the desk. */
export async function listEmployees(
  client: PortraitClient,
  projectId: number,
  query: EmployeeQuery | URLSearchParams,
  options?: CallOptions,
): Promise<EmployeePage> {
  const page =
    query instanceof URLSearchParams
      ? await client.searchEmployees(projectId, query, options)
      : await client.listEmployees(projectId, query, options)
  await handleWithdrawnApprovals(client, page.data)
  return { ...page, data: page.data.map(toMirrored), links: { next: toMirroredNext(projectId, query, page) } }
}

export async function getEmployee(client: PortraitClient, employeeId: number, options?: CallOptions) {
  const employee = await forgetOn404(client, employeeId, () => client.getEmployee(employeeId, options))
  await handleWithdrawnApprovals(client, [employee])
  return toMirrored(employee)
}

export async function createEmployee(
  client: PortraitClient,
  projectId: number,
  input: unknown,
): Promise<Employee> {
  const send = async () => [await client.createEmployee(projectId, input)]
  const [created] = await create(client, { projectId, inputs: [input], send })
  if (!created) throw new DeskError('bad_service_answer')
  return created
}

/** Creates employees. For a create in doubt, null replaces an employee who was created and no longer exists. */
export function createEmployees(
  client: PortraitClient,
  projectId: number,
  inputs: readonly unknown[],
  { inDoubt = false, requireOwn, ...options }: WriteOptions = {},
): Promise<(Employee | null)[]> {
  const send = () => client.createEmployees(projectId, inputs, options)
  return create(client, { projectId, inputs, send, inDoubt, requireOwn, ...toLane(options) })
}

export async function updateEmployee(
  client: PortraitClient,
  employeeId: number,
  update: unknown,
  { inDoubt = false, emailBefore, ...options }: WriteOptions & { emailBefore?: string | undefined } = {},
): Promise<UpdatedEmployee> {
  // For a call in doubt, the last record seen may already be its result.
  const seen = inDoubt ? null : client.recent.lastSeen(employeeId)
  const before = { ...seen, ...(emailBefore !== undefined && { email: emailBefore }) }
  const find = (isDone = false) =>
    findUpdated(client, employeeId, update, { ...toLane(options), isDone, before })
  const send = () =>
    client.updateEmployee(employeeId, update, options).catch(async error => {
      const updated = isLostResponse(error) && (await find(error.done))
      if (updated) return updated
      throw error
    })
  const change = () =>
    forgetOn404(client, employeeId, async () => (inDoubt && (await find())) || (await send()))
  const { data, meta } = await publishWrite(client, touchedByChange(employeeId), change, ({ data }) => {
    patchRosters(client, employeeId, data)
    return { people: [data] }
  })
  return { data: toMirrored(data), meta }
}

/** Deletes the employee and their photos, including those on the desk's disk and in its archives. */
export async function deleteEmployee(
  client: PortraitClient,
  employeeId: number,
  { inDoubt = false, ...options }: WriteOptions = {},
): Promise<void> {
  const find = () => isGone(client, employeeId, toLane(options))
  const send = () =>
    client.deleteEmployee(employeeId, options).catch(async error => {
      if (isLostResponse(error) && (await find())) return
      throw error
    })
  const remove = () =>
    forgetOn404(client, employeeId, async () => {
      if (!inDoubt || !(await find())) await send()
    })
  await publishWrite(client, touchedByDelete(employeeId), remove, () => {
    patchRosters(client, employeeId, null)
    return { gone: [employeeId] }
  })
  await onEmployeeDeleted(employeeId)
}

function toLane({ lane }: WriteOptions): { lane?: Lane } {
  return lane ? { lane } : {}
}

async function create(
  client: PortraitClient,
  creation: Parameters<typeof createOnce>[1],
): Promise<(Employee | null)[]> {
  const touched = touchedByCreate(creation.projectId)
  const created = await publishWrite(
    client,
    touched,
    () => createOnce(client, creation),
    made => {
      const people = made.filter(employee => employee !== null)
      for (const employee of people) patchRosters(client, employee.id, employee)
      return { people }
    },
  )
  return created.map(employee => employee && toMirrored(employee))
}

/** The mirror's address of the next page: the service's `next` contains the service's own address. */
function toMirroredNext(
  projectId: number,
  query: EmployeeQuery | URLSearchParams,
  page: EmployeePage,
): string | null {
  if (page.links.next === null) return null
  const search = new URLSearchParams(query instanceof URLSearchParams ? query : toTexts(query))
  search.set('page', String(page.meta.current_page + 1))
  return getEnv().appUrl + paths.api.employees(projectId, search.toString())
}

function toTexts(query: EmployeeQuery): [name: string, value: string][] {
  return Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  )
}
