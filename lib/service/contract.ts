/** State of the connection to the portrait service, as the desk knows it without a call. */
import { z } from 'zod/mini'
import { KEY_REFUSALS } from '#lib/portrait-api/key-status.ts'

const serviceStateSchema = z.object({
  /** Calls that could begin now, of `limit` in any window. */
  free: z.int().check(z.nonnegative()),
  limit: z.int().check(z.positive()),
  /** Milliseconds until the next call may begin; 0 when one may begin now. */
  nextFreeMs: z.number().check(z.nonnegative()),
  /** Whether the service could not be reached, and how long the desk makes no call to it. */
  down: z.boolean(),
  nextTryMs: z.number().check(z.nonnegative()),
  /** Whether the service has answered with this key since the desk started; before that its state is unknown. */
  answered: z.boolean(),
  /** Milliseconds since its last answer, which is the age of this state. */
  heardMs: z.nullable(z.number().check(z.nonnegative())),
  /** Why the service refused the key when it was last used. */
  refused: z.nullable(z.enum(KEY_REFUSALS)),
})

export const serviceStateResponse = z.object({ data: serviceStateSchema })

export type ServiceState = z.infer<typeof serviceStateSchema>
