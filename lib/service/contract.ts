/** How the way to the portrait service is, as the desk knows it without asking the service. */
import { z } from 'zod/mini'

const serviceStateSchema = z.object({
  /** Calls that could begin right now, of so many in any window. */
  free: z.int().check(z.nonnegative()),
  limit: z.int().check(z.positive()),
  /** Milliseconds until the next call may begin; 0 when one may begin now. */
  nextFreeMs: z.number().check(z.nonnegative()),
  /** Whether the desk leaves the service alone because it could not be reached, and for how long. */
  down: z.boolean(),
  nextTryMs: z.number().check(z.nonnegative()),
})

export const serviceStateResponse = z.object({ data: serviceStateSchema })

export type ServiceState = z.infer<typeof serviceStateSchema>
