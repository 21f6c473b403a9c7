import { z } from 'zod/mini'

const runningBatchSchema = z.object({
  id: z.string(),
  /** Name of the project, so that the card can say what it is about on every page. */
  project: z.string(),
})

export const runningBatchListSchema = z.array(runningBatchSchema)

export type RunningBatch = z.infer<typeof runningBatchSchema>
