/** What goes on for one person and what has lately ended, whatever its kind: `GET /api/work`. */
import { z } from 'zod/mini'
import { batchSchema } from '#lib/batches/contract.ts'
import { importSchema } from '#lib/contracts/imports.ts'
import { deliveryRunSchema } from '#lib/deliveries/contract.ts'
import { exportSchema, exportTargetSchema } from '#lib/exports/contract.ts'

const workItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('export'),
    job: exportSchema,
    /** What the receiving system is called; null when the desk does not know it any more. */
    system: z.nullable(exportTargetSchema.shape.name),
  }),
  z.object({ kind: z.literal('import'), job: importSchema }),
  /** Without the people in it; `GET /api/batches/{batchId}` has them. */
  z.object({
    kind: z.literal('batch'),
    job: batchSchema,
    /** What its project is called; null when the desk does not know it. */
    project: z.nullable(z.string()),
  }),
  /** One run of a delivery: one's own, and those of the desk itself that changed something or want somebody. */
  z.object({ kind: z.literal('delivery'), job: deliveryRunSchema }),
])

/** More jobs than this need not be named: the answer waits for the first to end, and no longer than a second. */
export const UNTIL_MAX = 20

/**
 * `until`: jobs that the page knows to be under way, by their ids. While all of them still are, the answer waits for the first to
 * end, for a second at most.
 */
export const workQuery = z.object({ until: z.optional(z.string().check(z.maxLength(UNTIL_MAX * 40))) })

/** What is under way first, then what has ended, the latest first. */
export const workResponse = z.object({ data: z.array(workItemSchema) })

export type WorkItem = z.infer<typeof workItemSchema>
