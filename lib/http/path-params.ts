/** Path parameters are integers (specification section 4); anything else is an unknown address. */
import { z } from 'zod'

const id = z
  .string()
  .regex(/^[1-9]\d{0,14}$/)
  .transform(Number)

export const projectParams = z.object({ projectId: id })
export const employeeParams = z.object({ employeeId: id })
export const exportParams = z.object({ exportId: z.uuid() })
/** `practice`, or a UUID. */
export const personParams = z.object({ personId: z.string().regex(/^[\w-]{1,64}$/) })
export const sessionParams = z.object({ sessionId: z.string().regex(/^[0-9a-f]{64}$/) })

const wholeNumber = z
  .string()
  .regex(/^[1-9]\d{0,5}$/)
  .transform(Number)

export const exportListQuery = z.strictObject({ page: wholeNumber.default(1) })
export const archiveQuery = z.strictObject({ part: wholeNumber.default(1) })
