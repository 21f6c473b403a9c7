import { z } from 'zod/mini'

const runningExportSchema = z.object({
  id: z.string(),
  /** Name of the project, so that the card can say what it is about on every page. */
  project: z.string(),
  /** Whether the browser has been given the archive already. */
  delivered: z.boolean(),
  /** Whether the browser should notify when it is ready. */
  notify: z._default(z.boolean(), false),
})

export const runningExportListSchema = z.array(runningExportSchema)

export type RunningExport = z.infer<typeof runningExportSchema>
