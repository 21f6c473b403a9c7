import type { SandboxContext } from '../context.ts'
import { invalidInput, takenInput, toFieldErrors } from '../http/invalid-input.ts'
import { readJson } from '../http/read-json.ts'
import { toId } from '../http/to-id.ts'
import { addEmployees } from '../state/add-employees.ts'
import { findTaken } from '../state/find-taken.ts'
import type { EmployeeRecord } from '../state/records.ts'
import { requireProject } from '../state/require-record.ts'
import type { Rules } from '../variations/variation.ts'
import type { ApiContext } from './api-env.ts'
import { type EmployeeInput, INPUTS } from './employee-input.ts'
import { toEmployee } from './to-employee.ts'

/** Section 4, POST /projects/{projectId}/employees: one or up to 200, all or nothing. */
export function createEmployees({ store, variations }: SandboxContext) {
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
    const rules = variations.rules()
    const inputs = isBatch ? checkBatch(body, present, rules) : [checkOne(body, present, rules)]
    const added = addEmployees(
      store.state,
      inputs.map(input => toKept(input, rules)),
      { customer, project },
    )
    store.save()
    const data = added.map(employee => toEmployee(employee, c.req.url))
    return c.json({ data: isBatch ? data : data[0] }, 201)
  }
}

function checkOne(body: unknown, present: EmployeeRecord[], rules: Rules): EmployeeInput {
  const result = INPUTS[rules.email].one.safeParse(body)
  const taken = findTaken(present, [isObject(body) ? body : {}], {
    toKey: (_, field) => field,
    compareNumber: rules.compareNumber,
  })
  if (!result.success) throw invalidInput({ ...taken, ...toFieldErrors(result.error) })
  if (Object.keys(taken).length > 0) throw takenInput(taken, rules)
  return result.data
}

function checkBatch(body: object, present: EmployeeRecord[], rules: Rules): EmployeeInput[] {
  const result = INPUTS[rules.email].batch.safeParse(body)
  const entries: unknown[] = 'employees' in body && Array.isArray(body.employees) ? body.employees : []
  const claims = entries.map(entry => (isObject(entry) ? entry : {}))
  const taken = findTaken(present, claims, {
    toKey: (index, field) => `employees.${index}.${field}`,
    compareNumber: rules.compareNumber,
  })
  if (!result.success) throw invalidInput({ ...taken, ...toFieldErrors(result.error) })
  if (Object.keys(taken).length > 0) throw takenInput(taken, rules)
  return result.data.employees
}

/** What the service keeps of what was sent. */
export function toKept<Input extends Partial<EmployeeInput>>(input: Input, rules: Rules): Input {
  const { email, mitarbeiternummer } = input
  return {
    ...input,
    ...(email !== undefined && { email: rules.keepEmail(email) }),
    ...(mitarbeiternummer !== undefined && { mitarbeiternummer: rules.keepNumber(mitarbeiternummer) }),
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
