import { Hono } from 'hono'
import type { SandboxContext } from '../context.ts'
import { faultInput } from '../faults/fault-input.ts'
import { readInput } from './read-input.ts'

/** Faults on demand, for tests; see `faultInput`. */
export function faultRoutes({ faults }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => c.json({ data: faults.list() }))
    .post(async c => c.json({ data: faults.add(await readInput(c, faultInput)) }, 201))
    .delete(c => {
      faults.clear()
      return c.body(null, 204)
    })
}
