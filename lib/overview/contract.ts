/** What there is to do in each project: what the desk tells browsers. */
import { z } from 'zod/mini'
import type { ExportState } from '#lib/exports/contract.ts'

/**
 * In the order of the way to a photo: they have sent no photo, some of them because nobody has invited them yet (where that is so of all of
 * them, only that is told); they have to send another one, they have not approved it, it is approved and nobody has downloaded it, or the system that got the others lacks it.
 */
const TASK_KINDS = ['pending', 'uninvited', 'retake', 'edited', 'approved', 'undelivered'] as const

/** How a download of all that is to be downloaded may stand; what has ended without it leaves it to be downloaded. */
export const BEGUN_STATES = ['preparing', 'paused', 'ready'] as const satisfies readonly ExportState[]

const projectTaskSchema = z.object({
  kind: z.enum(TASK_KINDS),
  /** How many people. */
  count: z.int().check(z.positive()),
  /** Of `undelivered`: the receiving system, and its name in both languages. */
  target: z.nullable(z.object({ id: z.string(), de: z.string(), en: z.string() })),
  /** Of `undelivered`: when the system got photos last. Of `uninvited`: when the desk added the first of them, where it did. */
  since: z.nullable(z.string()),
  /** Of what is to be downloaded: how a download of all of it stands that somebody has begun, and how many photos it holds or will hold. */
  download: z.nullable(
    z.object({
      state: z.enum(BEGUN_STATES),
      /** 0 while the list of people is still being read. */
      photos: z.int().check(z.nonnegative()),
    }),
  ),
})

export const projectTasksResponse = z.object({
  /** By the project's id. A project whose people are not known yet is missing. */
  data: z.record(z.string(), z.array(projectTaskSchema)),
})

export type ProjectTask = z.infer<typeof projectTaskSchema>
export type ProjectTasks = z.infer<typeof projectTasksResponse>['data']
