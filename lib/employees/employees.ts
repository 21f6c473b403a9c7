import 'server-only'
import { getEnv } from '#lib/env.ts'
import { paths } from '#lib/paths.ts'
import type { CallOptions, PortraitClient } from '#lib/portrait-api/client.ts'
import type {
  Employee,
  EmployeeInput,
  EmployeePage,
  EmployeeQuery,
  EmployeeUpdate,
  PhotoVariant,
  UpdatedEmployee,
} from '#lib/portrait-api/contract.ts'

/** Employees as the mirror shows them: exactly the service's records, but photos are fetched through the desk. */
export async function listEmployees(
  client: PortraitClient,
  projectId: number,
  query: EmployeeQuery,
  options?: CallOptions,
): Promise<EmployeePage> {
  const page = await client.listEmployees(projectId, query, options)
  return { ...page, data: page.data.map(toMirrored), links: { next: toMirroredNext(projectId, query, page) } }
}

export async function getEmployee(client: PortraitClient, employeeId: number, options?: CallOptions) {
  return toMirrored(await client.getEmployee(employeeId, options))
}

export async function createEmployee(client: PortraitClient, projectId: number, input: EmployeeInput) {
  return toMirrored(await client.createEmployee(projectId, input))
}

export async function createEmployees(client: PortraitClient, projectId: number, inputs: EmployeeInput[]) {
  return (await client.createEmployees(projectId, inputs)).map(toMirrored)
}

export async function updateEmployee(
  client: PortraitClient,
  employeeId: number,
  update: EmployeeUpdate,
): Promise<UpdatedEmployee> {
  const { data, meta } = await client.updateEmployee(employeeId, update)
  return { data: toMirrored(data), meta }
}

export function deleteEmployee(client: PortraitClient, employeeId: number): Promise<void> {
  return client.deleteEmployee(employeeId)
}

function toMirrored(employee: Employee): Employee {
  const { photo } = employee
  return {
    ...employee,
    photo: {
      ...photo,
      standard_url: photo.standard_url && toPhotoUrl(employee.id, 'standard'),
      transparent_url: photo.transparent_url && toPhotoUrl(employee.id, 'transparent'),
    },
  }
}

function toPhotoUrl(employeeId: number, variant: PhotoVariant): string {
  return new URL(paths.api.photo(employeeId, { variant, size: null }), getEnv().appUrl).href
}

/** The service's `next` names the service's own address; the mirror's names the mirror. */
function toMirroredNext(projectId: number, query: EmployeeQuery, page: EmployeePage): string | null {
  if (page.links.next === null) return null
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, page: page.meta.current_page + 1 }))
    if (value !== undefined) search.set(name, String(value))
  return new URL(paths.api.employees(projectId, search.toString()), getEnv().appUrl).href
}
