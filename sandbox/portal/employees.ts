import { Hono } from 'hono'
import { z } from 'zod'
import { EMPLOYEE_STEPS } from '#sandbox/state/employee-steps.ts'
import { takeStep } from '#sandbox/state/take-step.ts'
import { toEmployee } from '../api/to-employee.ts'
import type { SandboxContext } from '../context.ts'
import { ServiceError } from '../http/service-error.ts'
import { toId } from '../http/to-id.ts'
import { readInput } from './read-input.ts'

const stepName = z.enum(EMPLOYEE_STEPS)
/** Which files an edit has ready; looked at by `edit` only. */
const stepInput = z.object({ standard: z.boolean().default(true), transparent: z.boolean().default(true) })

/** What photographer and employee do with a photo. */
export function employeeRoutes({ store, now }: SandboxContext): Hono {
  return new Hono().post('/:id/:step', async c => {
    const id = toId(c.req.param('id'))
    const step = stepName.safeParse(c.req.param('step'))
    if (!step.success) throw new ServiceError(404, `A step is one of ${EMPLOYEE_STEPS.join(', ')}.`)
    const files = await readInput(c, stepInput)

    const { state } = store
    const employee = state.employees.find(candidate => candidate.id === id)
    const project = state.projects.find(candidate => candidate.id === employee?.project_id)
    const customer = state.customers.find(candidate => candidate.id === project?.customer_id)
    if (!employee || !customer) throw new ServiceError(404, 'There is no employee with this id.')
    takeStep(step.data, employee, { state, customer, now: now(), ...files })
    store.save()
    return c.json({ data: toEmployee(employee, c.req.url) })
  })
}
