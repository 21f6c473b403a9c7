/** Tasks in each project, as sent to browsers. */
import { z } from 'zod/mini'
import type { ExportState } from '#lib/exports/contract.ts'

/**
 * In the order of the process. `pending`: no photo sent. `uninvited`: those of them without an invitation; shown alone
 * when it applies to all of them. `retake`: another photo requested. `edited`: not approved yet. `approved`: approved,
 * but not downloaded by anyone. `undelivered`: missing in the system that received the others.
 */
const TASK_KINDS = ['pending', 'uninvited', 'retake', 'edited', 'approved', 'undelivered'] as const

/** States that a download of all outstanding photos may have; other endings leave the task open. */
export const BEGUN_STATES = ['preparing', 'paused', 'ready'] as const satisfies readonly ExportState[]

const projectTaskSchema = z.object({
  kind: z.enum(TASK_KINDS),
  /** Number of employees. */
  count: z.int().check(z.positive()),
  /** For `undelivered`: the receiving system and its name in both languages. */
  target: z.nullable(z.object({ id: z.string(), de: z.string(), en: z.string() })),
  /**
   * For `undelivered`: when the system last received photos. For `uninvited`: when the desk added the first of them, if
   * it did.
   */
  since: z.nullable(z.string()),
  /**
   * For photos to download: the state of a download of all of them that a user has started, and its number of photos.
   */
  download: z.nullable(
    z.object({
      state: z.enum(BEGUN_STATES),
      /** 0 while the list of employees is still being read. */
      photos: z.int().check(z.nonnegative()),
    }),
  ),
})

export const projectTasksResponse = z.object({
  /** Keyed by project id. A project whose employees are not known yet is missing. */
  data: z.record(z.string(), z.array(projectTaskSchema)),
})

export type ProjectTask = z.infer<typeof projectTaskSchema>
export type ProjectTasks = z.infer<typeof projectTasksResponse>['data']
