import type { SandboxContext } from '../context.ts'
import { invalidInput, takenInput, toFieldErrors } from '../http/invalid-input.ts'
import { readJson } from '../http/read-json.ts'
import { toId } from '../http/to-id.ts'
import { changeEmployee } from '../state/change-employee.ts'
import { findTaken } from '../state/find-taken.ts'
import { requireEmployee } from '../state/require-record.ts'
import type { ApiContext } from './api-env.ts'
import { toKept } from './create-employees.ts'
import { INPUTS } from './employee-input.ts'
import { toEmployee } from './to-employee.ts'

/** Section 4, PATCH /employees/{employeeId}. */
export function updateEmployee({ store, variations, now }: SandboxContext) {
  return async function handle(c: ApiContext) {
    const find = () => requireEmployee(store.state, c.var.customer, toId(c.req.param('employeeId')))
    find()
    const rules = variations.rules()
    const parsed = INPUTS[rules.email].update.safeParse(await readJson(c.req.raw))
    // The body may have taken its time: the employee is looked up again, and from here on nothing waits.
    const employee = find()
    if (!parsed.success) throw invalidInput(toFieldErrors(parsed.error))
    const others = store.state.employees.filter(
      ({ id, project_id }) => project_id === employee.project_id && id !== employee.id,
    )
    const taken = findTaken(others, [parsed.data], {
      toKey: (_, field) => field,
      compareNumber: rules.compareNumber,
    })
    if (Object.keys(taken).length > 0) throw takenInput(taken, rules)

    const change = { update: toKept(parsed.data, rules), customer: c.var.customer, now: now() }
    const invitation_resent = changeEmployee(store.state, employee, change)
    store.save()
    return c.json({ data: toEmployee(employee, c.req.url), meta: { invitation_resent } })
  }
}
