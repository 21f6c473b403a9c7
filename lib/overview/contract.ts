/** What there is to do in each project: what the desk tells browsers. */
import { z } from 'zod/mini'

/**
 * In the order of the way to a photo: they have sent no photo, some of them because nobody has invited them yet (where that is so of all of
 * them, only that is told); they have to send another one, they have not approved it, it is approved and nobody has downloaded it, or the system that got the others lacks it.
 */
export const TASK_KINDS = ['pending', 'uninvited', 'retake', 'edited', 'approved', 'undelivered'] as const

const projectTaskSchema = z.object({
  kind: z.enum(TASK_KINDS),
  /** How many people. */
  count: z.int().check(z.positive()),
  /** Of `undelivered`: the receiving system, and its name in both languages. */
  target: z.nullable(z.object({ id: z.string(), de: z.string(), en: z.string() })),
  /** Of `undelivered`: when the system got photos last. Of `uninvited`: when the desk added the first of them, where it did. */
  since: z.nullable(z.string()),
  /** Of what is to be downloaded: how a download of all of it stands that somebody has begun. */
  download: z.nullable(z.enum(['running', 'paused', 'ready'])),
})

export const projectTasksResponse = z.object({
  /** By the project's id. A project whose people are not known yet is missing. */
  data: z.record(z.string(), z.array(projectTaskSchema)),
})

export type ProjectTask = z.infer<typeof projectTaskSchema>
export type ProjectTasks = z.infer<typeof projectTasksResponse>['data']
