import type { SandboxContext } from '../context.ts'
import { toId } from '../http/to-id.ts'
import { requireEmployee } from '../state/require-record.ts'
import type { ApiContext } from './api-env.ts'
import { toEmployee } from './to-employee.ts'

/** Section 4, GET /employees/{employeeId}: the same format as in the list. */
export function getEmployee({ store }: SandboxContext) {
  return function handle(c: ApiContext) {
    const employee = requireEmployee(store.state, c.var.customer, toId(c.req.param('employeeId')))
    return c.json({ data: toEmployee(employee, c.req.url) })
  }
}
