import type { ImageSize } from '#lib/portrait-api/contract.ts'
import type { SandboxContext } from '../context.ts'
import type { ApiContext } from './api-env.ts'

/** Section 4, GET /image-sizes. */
export function listImageSizes(_context: SandboxContext) {
  return function handle(c: ApiContext) {
    const data: ImageSize[] = c.var.customer.image_sizes.map((size, index) => ({ index, ...size }))
    return c.json({ data })
  }
}
