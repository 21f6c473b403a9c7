import { Hono } from 'hono'
import type { SandboxContext } from '../context.ts'

/** Every request that the API got, oldest first; see `JournalEntry`. */
export function journalRoutes({ journal }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => c.json({ data: journal.list() }))
    .delete(c => {
      journal.clear()
      return c.body(null, 204)
    })
}
