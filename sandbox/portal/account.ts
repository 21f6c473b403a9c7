import { Hono } from 'hono'
import { z } from 'zod'
import type { SandboxContext } from '../context.ts'
import { ACCOUNT_STATES } from '../state/records.ts'
import { pickCustomer } from './pick-customer.ts'
import { readInput } from './read-input.ts'

const accountInput = z.object({ state: z.enum(ACCOUNT_STATES) })

/** Section 1: only active contract customers may use the API. */
export function accountRoutes({ store }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => {
      const { id, name, account, locale } = pickCustomer(c, store.state)
      return c.json({ data: { id, name, state: account, locale } })
    })
    .put('/', async c => {
      const { state } = await readInput(c, accountInput)
      const customer = pickCustomer(c, store.state)
      customer.account = state
      store.save()
      return c.json({ data: { id: customer.id, name: customer.name, state, locale: customer.locale } })
    })
}
