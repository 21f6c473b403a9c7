/** What browsers and our own handlers say about an export. Names on the wire are those of the specification. */
import { z } from 'zod'
import { PHOTO_VARIANTS } from '#lib/portrait-api/contract.ts'

export const EXPORT_STATES = ['preparing', 'ready', 'failed', 'cancelled'] as const

/** Body of `POST /api/exports`. Without `employee_ids` it means everybody whose photo is ready. */
export const exportRequestSchema = z.strictObject({
  project_id: z.int().positive(),
  variant: z.enum(PHOTO_VARIANTS),
  /** Index of a configured image size, or null for the full size. */
  size: z.int().nonnegative().nullable(),
  employee_ids: z.array(z.int().positive()).min(1).max(100_000).optional(),
})

/** Why one person's photo is missing (`code` of the error), or what had to be changed (`name_changed`). */
export const exportProblemSchema = z.object({
  employee_id: z.int().positive(),
  mitarbeiternummer: z.string(),
  name: z.string(),
  code: z.string(),
  file_name: z.string().nullable(),
})

export const exportSchema = z.object({
  id: z.string(),
  project_id: z.int().positive(),
  variant: z.enum(PHOTO_VARIANTS),
  size: z.int().nonnegative().nullable(),
  state: z.enum(EXPORT_STATES),
  /** Photos that the export should hold; null while the list of people is still being read. */
  total: z.int().nonnegative().nullable(),
  /** Photos that are on the desk's disk. */
  done: z.int().nonnegative(),
  /** Photos that could not be had; each has a problem. */
  failed: z.int().nonnegative(),
  /** Sum of the photos' sizes so far; when `ready`, the exact size of the archive. */
  bytes: z.int().nonnegative(),
  /** Seconds until `ready`, an estimate; null while unknown, 0 when it is over. */
  eta_seconds: z.int().nonnegative().nullable(),
  problems: z.array(exportProblemSchema),
  /** Code of the error that ended a `failed` export. */
  error: z.string().nullable(),
  file_name: z.string(),
  created_at: z.iso.datetime(),
})

export const exportAnswer = z.object({ data: exportSchema })

export type ExportState = (typeof EXPORT_STATES)[number]
export type ExportRequest = z.infer<typeof exportRequestSchema>
export type ExportProblem = z.infer<typeof exportProblemSchema>
export type Export = z.infer<typeof exportSchema>
