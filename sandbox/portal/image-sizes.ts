import { Hono } from 'hono'
import { z } from 'zod'
import { IMAGE_SIZES_MAX } from '#lib/portrait-api/contract.ts'
import type { SandboxContext } from '../context.ts'
import { pickCustomer } from './pick-customer.ts'
import { readInput } from './read-input.ts'

const pixels = z.coerce.number().int().min(16).max(4000)
const size = z.object({ label: z.string().min(1).max(100), width: pixels, height: pixels })
/** A form cannot leave rows out, so a row without a label counts as none. */
const formRows = z
  .record(z.string(), z.object({ label: z.string(), width: z.unknown(), height: z.unknown() }))
  .transform(rows => Object.values(rows).filter(({ label }) => label !== ''))
const sizesInput = z.object({
  sizes: z.union([z.array(z.unknown()), formRows]).pipe(z.array(size).max(IMAGE_SIZES_MAX)),
})

/** Section 2, Image size: configured by the service's operator, at most 4. */
export function imageSizeRoutes({ store }: SandboxContext): Hono {
  return new Hono()
    .get('/', c => c.json({ data: pickCustomer(c, store.state).image_sizes }))
    .put('/', async c => {
      const { sizes } = await readInput(c, sizesInput)
      const customer = pickCustomer(c, store.state)
      customer.image_sizes = sizes
      store.save()
      return c.json({ data: sizes })
    })
}
