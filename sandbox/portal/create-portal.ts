import { Hono } from 'hono'
import { methodOverride } from 'hono/method-override'
import type { SandboxContext } from '../context.ts'
import { ServiceError, toErrorResponse } from '../http/service-error.ts'
import { restoreFirstKey } from '../state/keys.ts'
import { showPage } from './page.ts'
import { answerForms } from './read-input.ts'
import {
  accountRoutes,
  employeeRoutes,
  faultRoutes,
  imageSizeRoutes,
  journalRoutes,
  keyRoutes,
  pickCustomer,
  projectRoutes,
  variationRoutes,
} from './routes.ts'

/**
 * The service's own side: the actions of its operator, its photographers and the employees. It needs no key, so the
 * sandbox listens on this machine only, refuses pages of other sites (`requireOwnMachine`) and cannot be framed.
 */
export function createPortal(context: SandboxContext, onReset: () => Promise<void>): Hono {
  const { store, faults, journal, rateLimiter, variations } = context
  const control = new Hono()
    .basePath('/portal')
    .get('/', showPage(context))
    .get('/outbox', c => {
      const customer = pickCustomer(c, store.state)
      return c.json({ data: store.state.outbox.filter(({ customer_id }) => customer_id === customer.id) })
    })
    .post('/reset', async c => {
      await onReset()
      store.reset()
      faults.clear()
      journal.clear()
      rateLimiter.reset()
      variations.reset()
      return c.body(null, 204)
    })
    .post('/let-in', c => {
      const customer = pickCustomer(c, store.state)
      customer.account = 'active'
      restoreFirstKey(store.state, customer)
      store.save()
      faults.clear()
      return c.body(null, 204)
    })
    .route('/keys', keyRoutes(context))
    .route('/account', accountRoutes(context))
    .route('/image-sizes', imageSizeRoutes(context))
    .route('/projects', projectRoutes(context))
    .route('/employees', employeeRoutes(context))
    .route('/faults', faultRoutes(context))
    .route('/journal', journalRoutes(context))
    .route('/variations', variationRoutes(context))
    .notFound(() => toErrorResponse(new ServiceError(404, 'There is no such path.')))
    .onError(toErrorResponse)
  // Forms support only GET and POST, so they are first turned into calls of the control API.
  return new Hono()
    .use(async (c, next) => {
      await next()
      c.header('content-security-policy', "frame-ancestors 'none'")
    })
    .use(answerForms)
    .use(methodOverride({ app: control }))
    .mount('/', control.fetch)
}
