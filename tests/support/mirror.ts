import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import { DESK_ORIGIN } from './desk-env.ts'
import type { SandboxService } from './sandbox-service.ts'

/** An employee of the service as the mirror must return them: only the addresses of the photos differ. */
export function toMirrored(employee: Employee): Employee {
  return withPhotosAt(employee, DESK_ORIGIN)
}

/** The same in a list for the desk's own pages. */
export function toShown(employee: Employee): Employee {
  return withPhotosAt(employee, '')
}

function withPhotosAt(employee: Employee, origin: string): Employee {
  const { standard_url, transparent_url } = employee.photo
  const move = (url: string | null) => url && origin + new URL(url).pathname + new URL(url).search
  return {
    ...employee,
    photo: { ...employee.photo, standard_url: move(standard_url), transparent_url: move(transparent_url) },
  }
}

/** The parsed answer of the service itself. */
export async function askJson<Body>(service: SandboxService, path: string): Promise<Body> {
  return (await service.ask(path)).json() as Promise<Body>
}

/** Everybody of a project, at most 200. */
export async function listPeople(service: SandboxService, projectId: number): Promise<Employee[]> {
  return (await askJson<EmployeePage>(service, `/projects/${projectId}/employees?per_page=200`)).data
}

/** The same of a project with more people than fit on a page, up to 400. */
export async function listEverybody(service: SandboxService, projectId: number): Promise<Employee[]> {
  const path = (page: number) => `/projects/${projectId}/employees?per_page=200&page=${page}`
  const pages = [1, 2].map(page => askJson<EmployeePage>(service, path(page)))
  return (await Promise.all(pages)).flatMap(({ data }) => data)
}

/** The first person of a project who meets the condition. */
export async function findPerson(
  service: SandboxService,
  projectId: number,
  fits: (employee: Employee) => boolean,
): Promise<Employee> {
  const person = (await listPeople(service, projectId)).find(fits)
  if (!person) throw new Error('The seed has nobody like that.')
  return person
}
