import { z } from 'zod'

const ms = z.int().min(0).max(600_000)
const status = z.int().min(200).max(599)
/** `before`: the request has no effect. `after`: the service does the work, then the answer gets lost. */
const phase = z.enum(['before', 'after']).default('before')

const answer = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('status'),
    status,
    headers: z.record(z.string(), z.string()).default({}),
    body: z.unknown().optional(),
    phase,
  }),
  z.object({ kind: z.literal('delay'), ms, phase }),
  z.object({ kind: z.literal('drop'), phase }),
  z.object({ kind: z.literal('cut'), bytes: z.int().min(0), withLength: z.boolean().default(true) }),
  z.object({ kind: z.literal('drip'), bytesPerSecond: z.int().positive() }),
  z.object({ kind: z.literal('redirect'), location: z.string(), status: status.default(302) }),
  z.object({ kind: z.literal('html'), status }),
])

/** The body of `POST /portal/faults`. */
export const faultInput = z.object({
  /** The default is any method. */
  method: z.string().toUpperCase().optional(),
  /** See `matchesPath`. */
  path: z.string().default('/**'),
  /** Only requests whose body contains this text. */
  contains: z.string().min(1).optional(),
  /** The number of matching requests that fail. */
  times: z.int().positive().default(1),
  /** The number of matching requests that succeed before the first failure. */
  skip: z.int().nonnegative().default(0),
  answer,
})

/** A fault in a request: fields with a default may be left out. */
export type FaultRequest = z.input<typeof faultInput>
export type FaultInput = z.infer<typeof faultInput>
export type FaultResponse = FaultInput['answer']
export type Fault = FaultInput & { id: number }
