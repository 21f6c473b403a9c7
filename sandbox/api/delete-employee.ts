import type { SandboxContext } from '../context.ts'
import { toId } from '../http/to-id.ts'
import { requireEmployee } from '../state/require-record.ts'
import type { ApiContext } from './api-env.ts'

/** Section 4, DELETE /employees/{employeeId}: the photos are drawn from the record, so they go with it. */
export function deleteEmployee({ store }: SandboxContext) {
  return function handle(c: ApiContext) {
    const employee = requireEmployee(store.state, c.var.customer, toId(c.req.param('employeeId')))
    store.state.employees = store.state.employees.filter(({ id }) => id !== employee.id)
    store.save()
    return c.body(null, 204)
  }
}
