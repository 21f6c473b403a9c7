import { Hono } from 'hono'
import { z } from 'zod'
import type { SandboxContext } from '../context.ts'
import { toId } from '../http/to-id.ts'
import { createKey, listKeys, revokeKey } from '../state/keys.ts'
import type { KeyRecord } from '../state/records.ts'
import { pickCustomer } from './pick-customer.ts'
import { readInput } from './read-input.ts'

const keyInput = z.object({ label: z.string().max(100).default('API key') })

/** Section 5, rules 2 to 5: the account's API-access section. */
export function keyRoutes({ store, now }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => {
      const keys = listKeys(store.state, pickCustomer(c, store.state))
      return c.json({ data: keys.map(withoutHash) })
    })
    .post(async c => {
      const { label } = await readInput(c, keyInput)
      const customer = pickCustomer(c, store.state)
      const { record, key } = createKey(store.state, customer, { label, now: now() })
      store.save()
      return c.json({ data: { ...withoutHash(record), key } }, 201)
    })
    .delete('/:id', c => {
      const id = toId(c.req.param('id'))
      revokeKey(store.state, pickCustomer(c, store.state), { id, now: now() })
      store.save()
      return c.body(null, 204)
    })
}

function withoutHash({ sha256: _, ...rest }: KeyRecord): Omit<KeyRecord, 'sha256'> {
  return rest
}
