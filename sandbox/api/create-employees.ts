import type { SandboxContext } from '../context.ts'
import { invalidInput, toFieldErrors } from '../http/invalid-input.ts'
import { readJson } from '../http/read-json.ts'
import { toId } from '../http/to-id.ts'
import { addEmployees } from '../state/add-employees.ts'
import { findTaken } from '../state/find-taken.ts'
import type { EmployeeRecord } from '../state/records.ts'
import { requireProject } from '../state/require-record.ts'
import type { ApiContext } from './api-env.ts'
import { type EmployeeInput, employeeBatch, employeeInput } from './employee-input.ts'
import { toEmployee } from './to-employee.ts'

/** Section 4, POST /projects/{projectId}/employees: one or up to 200, all or nothing. */
export function createEmployees({ store }: SandboxContext) {
  return async function handle(c: ApiContext) {
    const where = () => ({
      customer: c.var.customer,
      project: requireProject(store.state, c.var.customer, toId(c.req.param('projectId'))),
    })
    where()
    const body = await readJson(c.req.raw)
    // The body may have taken its time: the project is looked up again, and from here on nothing waits.
    const { project, customer } = where()
    const present = store.state.employees.filter(({ project_id }) => project_id === project.id)
    const isBatch = isObject(body) && 'employees' in body
    const inputs = isBatch ? checkBatch(body, present) : [checkOne(body, present)]
    const added = addEmployees(store.state, inputs, { customer, project })
    store.save()
    const data = added.map(employee => toEmployee(employee, c.req.url))
    return c.json({ data: isBatch ? data : data[0] }, 201)
  }
}

function checkOne(body: unknown, present: EmployeeRecord[]): EmployeeInput {
  const result = employeeInput.safeParse(body)
  const taken = findTaken(present, [isObject(body) ? body : {}], (_, field) => field)
  if (!result.success) throw invalidInput({ ...taken, ...toFieldErrors(result.error) })
  if (Object.keys(taken).length > 0) throw invalidInput(taken)
  return result.data
}

function checkBatch(body: object, present: EmployeeRecord[]): EmployeeInput[] {
  const result = employeeBatch.safeParse(body)
  const entries: unknown[] = 'employees' in body && Array.isArray(body.employees) ? body.employees : []
  const claims = entries.map(entry => (isObject(entry) ? entry : {}))
  const taken = findTaken(present, claims, (index, field) => `employees.${index}.${field}`)
  if (!result.success) throw invalidInput({ ...taken, ...toFieldErrors(result.error) })
  if (Object.keys(taken).length > 0) throw invalidInput(taken)
  return result.data.employees
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
