import { z } from 'zod/mini'

const awaitedSchema = z.object({
  id: z.string(),
  /** Whether the browser gets the archive by itself when it is ready. */
  download: z.boolean(),
  /** Which of its archives that is. */
  part: z.int().check(z.positive()),
  /** Whether the browser should notify then. */
  notify: z.boolean(),
})

export const awaitedListSchema = z.array(awaitedSchema)
