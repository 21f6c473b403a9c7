import { Hono } from 'hono'
import { z } from 'zod'
import type { SandboxContext } from '../context.ts'
import { VARIATION_NAMES, VARIATIONS } from '../variations/variations.ts'
import { readInput } from './read-input.ts'

const names = z.array(z.enum(VARIATION_NAMES))
/** A form sends the names that are ticked, and with none of them nothing at all. */
const ticked = z.record(z.string(), z.unknown()).transform(Object.keys)
const variationsInput = z.object({ on: z.union([names, ticked.pipe(names)]).default([]) })

/** What the whole sandbox does otherwise than usual, where the specification leaves it open. */
export function variationRoutes({ variations }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => {
      const on = variations.names()
      const all = VARIATION_NAMES.map(name => {
        const { manner, source, does } = VARIATIONS[name]
        return { name, manner, source, does, on: on.includes(name) }
      })
      return c.json({ data: all })
    })
    .put('/', async c => {
      variations.set((await readInput(c, variationsInput)).on)
      return c.json({ data: variations.names() })
    })
}
