import { Hono } from 'hono'
import type { SandboxContext } from '../context.ts'
import { ServiceError } from '../http/service-error.ts'
import { toId } from '../http/to-id.ts'
import { sendInvitations } from '../state/send-invitations.ts'

/** Section 1: invitations are triggered only by the service. */
export function projectRoutes({ store, now }: SandboxContext): Hono {
  return new Hono().post('/:id/send-invitations', c => {
    const id = toId(c.req.param('id'))
    const project = store.state.projects.find(candidate => candidate.id === id)
    const customer = store.state.customers.find(candidate => candidate.id === project?.customer_id)
    if (!project || !customer) throw new ServiceError(404, 'There is no project with this id.')
    const sent = sendInvitations(store.state, project, { customer, now: now() })
    store.save()
    return c.json({ data: { sent } })
  })
}
