/** Jobs of one user that are under way or have recently ended, of every kind: `GET /api/work`. */
import { z } from 'zod/mini'
import { batchSchema } from '#lib/batches/contract.ts'
import { importSchema } from '#lib/contracts/imports.ts'
import { deliveryRunSchema } from '#lib/deliveries/contract.ts'
import { exportSchema, exportTargetSchema } from '#lib/exports/contract.ts'

const workItemSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('export'),
    job: exportSchema,
    /** Name of the receiving system; null when the desk no longer has it. */
    system: z.nullable(exportTargetSchema.shape.name),
  }),
  z.object({ kind: z.literal('import'), job: importSchema }),
  /** A batch without its people; `GET /api/batches/{batchId}` has them. */
  z.object({
    kind: z.literal('batch'),
    job: batchSchema,
    /** Name of its project; null when the desk does not have it. */
    project: z.nullable(z.string()),
  }),
  /**
   * One run of a delivery: the user's own runs, and runs of the desk itself that changed something or need a person.
   */
  z.object({ kind: z.literal('delivery'), job: deliveryRunSchema }),
])

/**
 * Maximum ids in `until`. More are useless, because the answer waits for the first job to end, for a second at most.
 */
export const UNTIL_MAX = 20

/**
 * `until`: ids of jobs that the page shows as under way. While all of them still are, the answer waits for the first to
 * end, for a second at most.
 */
export const workQuery = z.object({ until: z.optional(z.string().check(z.maxLength(UNTIL_MAX * 40))) })

/** Jobs under way first, then ended ones, the latest first. */
export const workResponse = z.object({ data: z.array(workItemSchema) })

export type WorkItem = z.infer<typeof workItemSchema>
