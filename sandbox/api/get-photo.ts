import { z } from 'zod'
import { PHOTO_VARIANTS } from '#lib/portrait-api/contract.ts'
import type { SandboxContext } from '../context.ts'
import { ServiceError, toId } from '../http/service-error.ts'
import { requireEmployee } from '../state/records.ts'
import type { ApiContext } from './admit.ts'
import { parseQuery, wholeNumber } from './parse-query.ts'

const CONTENT_TYPES = { standard: 'image/jpeg', transparent: 'image/png' } as const

const querySchema = z.object({
  variant: z.enum(PHOTO_VARIANTS, `This must be one of ${PHOTO_VARIANTS.join(', ')}.`).default('standard'),
  size: wholeNumber(0, Number.MAX_SAFE_INTEGER).optional(),
})

/** Section 4, GET /employees/{employeeId}/photo. */
export function getPhoto({ store, portraits, variations }: SandboxContext) {
  return async function handle(c: ApiContext) {
    const employee = requireEmployee(store.state, c.var.customer, toId(c.req.param('employeeId')))
    const { variant, size: index } = parseQuery(c, querySchema)
    const size = index === undefined ? null : c.var.customer.image_sizes[index]
    if (size === undefined) {
      throw new ServiceError(404, 'There is no image size with this index.', { code: 'unknown_size' })
    }
    const isFinished = variant === 'standard' ? employee.standard_finished : employee.transparent_finished
    if (!isFinished) {
      throw new ServiceError(404, 'There is no edited photo yet.', { code: 'not_available' })
    }
    if (!employee.approved) {
      throw new ServiceError(409, 'The employee has not approved the photo yet.', { code: 'not_approved' })
    }
    const bytes = await portraits.render(employee, variant, size && variations.rules().toPixels(size))
    return c.body(bytes, 200, { 'content-type': CONTENT_TYPES[variant] })
  }
}
