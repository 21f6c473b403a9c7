import type { z } from 'zod/mini'
import { type Employee, invalidResponse } from '#lib/portrait-api/contract.ts'
import { employeeListResponse, employeeResponse } from './specification.ts'
import type { TestSandbox } from './start-sandbox.ts'

export async function listPage(
  { api }: TestSandbox,
  projectId: number,
  query = '',
): Promise<z.infer<typeof employeeListResponse>> {
  const answer = await api('GET', `/projects/${projectId}/employees${query}`)
  return employeeListResponse.parse(await answer.json())
}

/** Every employee of a project, read over all pages. */
export async function listAll(sandbox: TestSandbox, projectId: number, filter = ''): Promise<Employee[]> {
  const all: Employee[] = []
  for (let page = 1; ; page++) {
    const { data, links } = await listPage(sandbox, projectId, `?per_page=200&page=${page}${filter}`)
    all.push(...data)
    if (links.next === null) return all
  }
}

export async function getEmployee({ api }: TestSandbox, id: number): Promise<Employee> {
  return employeeResponse.parse(await (await api('GET', `/employees/${id}`)).json()).data
}

/** The first employee who meets the condition. Throws without one, because the test would prove nothing. */
export async function findEmployee(
  sandbox: TestSandbox,
  projectId: number,
  condition: (employee: Employee) => boolean,
): Promise<Employee> {
  const found = (await listAll(sandbox, projectId)).find(condition)
  if (!found) throw new Error('the seed holds no such employee')
  return found
}

/** The status and the names of the refused fields of a 422. */
export async function toRefusal(answer: Response): Promise<{ status: number; fields: string[] }> {
  const { errors } = invalidResponse.parse(await answer.json())
  return { status: answer.status, fields: Object.keys(errors).sort() }
}

let count = 0
/** The input of an employee that no other test has sent. */
export function newEmployee(fields: Record<string, unknown> = {}): Record<string, unknown> {
  count += 1
  return { first_name: 'Neu', last_name: 'Person', email: `neu.${count}@musterwerk.example`, ...fields }
}
