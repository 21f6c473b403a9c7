import type { Context } from 'hono'
import { createMiddleware } from 'hono/factory'
import type { SandboxContext } from '../context.ts'
import { ServiceError } from '../http/service-error.ts'
import { getActiveKey } from '../state/keys.ts'
import type { CustomerRecord, KeyRecord, ServiceState } from '../state/records.ts'

/** The caller's account, set for every handler of the API. */
export type ApiEnv = { Variables: { customer: CustomerRecord } }

export type ApiContext = Context<ApiEnv>

/** Checks sections 5 and 8, in this order: the key (401), its rate (429), the account behind it (403). */
export function admit({ store, rateLimiter, variations, now }: SandboxContext) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const key = getBearerKey(store.state, c.req.header('authorization') ?? null)
    const customer = store.state.customers.find(({ id }) => id === key?.customer_id)
    if (!key || !customer) {
      const headers = { 'www-authenticate': 'Bearer' }
      throw new ServiceError(401, 'The API key is missing, invalid or revoked.', { headers })
    }
    const { rateWindow, retryAfter } = variations.rules()
    const seconds = rateLimiter.take(key.id, rateWindow)
    if (seconds !== null) {
      const wait = retryAfter(seconds, now())
      throw new ServiceError(429, 'Too many requests.', {
        headers: wait === null ? {} : { 'retry-after': wait },
      })
    }
    if (customer.account !== 'active') {
      throw new ServiceError(403, 'API access is not enabled for this account.')
    }
    c.set('customer', customer)
    await next()
  })
}

/** The key record behind `Authorization: Bearer <API_KEY>`; null when it is missing, unknown or revoked. */
export function getBearerKey(state: ServiceState, authorization: string | null): KeyRecord | null {
  const key = /^Bearer +(\S+) *$/i.exec(authorization ?? '')?.[1]
  return key ? getActiveKey(state, key) : null
}
