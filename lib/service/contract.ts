/** How the way to the portrait service is, as the desk knows it without asking the service. */
import { z } from 'zod/mini'
import { KEY_REFUSALS } from '#lib/portrait-api/key-status.ts'

const serviceStateSchema = z.object({
  /** Calls that could begin right now, of so many in any window. */
  free: z.int().check(z.nonnegative()),
  limit: z.int().check(z.positive()),
  /** Milliseconds until the next call may begin; 0 when one may begin now. */
  nextFreeMs: z.number().check(z.nonnegative()),
  /** Whether the service could not be reached, and for how long the desk leaves it alone. */
  down: z.boolean(),
  nextTryMs: z.number().check(z.nonnegative()),
  /** Whether the service has answered with this key since the desk began; before that nobody knows how it is. */
  answered: z.boolean(),
  /** How long ago that was last, in milliseconds: what it is like is as old as that. */
  heardMs: z.nullable(z.number().check(z.nonnegative())),
  /** What the service had against the key when it was last shown it. */
  refused: z.nullable(z.enum(KEY_REFUSALS)),
})

export const serviceStateResponse = z.object({ data: serviceStateSchema })

export type ServiceState = z.infer<typeof serviceStateSchema>
