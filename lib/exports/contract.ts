/** What browsers and our own handlers say about an export. Names on the wire are those of the specification. */
import { z } from 'zod/mini'
import { PHOTO_VARIANTS } from '#lib/portrait-api/contract.ts'

export const EXPORT_STATES = ['preparing', 'ready', 'failed', 'cancelled'] as const

/** Body of `POST /api/exports`. Without `employee_ids` it means everybody whose photo is ready. */
export const exportRequestSchema = z.strictObject({
  project_id: z.int().check(z.positive()),
  variant: z.enum(PHOTO_VARIANTS),
  /** Index of a configured image size, or null for the full size. */
  size: z.nullable(z.int().check(z.nonnegative())),
  employee_ids: z.optional(z.array(z.int().check(z.positive())).check(z.minLength(1), z.maxLength(100_000))),
})

/** Why one person's photo is missing (`code` of the error), or what had to be changed (`name_changed`). */
export const exportProblemSchema = z.object({
  employee_id: z.int().check(z.positive()),
  mitarbeiternummer: z.string(),
  name: z.string(),
  code: z.string(),
  file_name: z.nullable(z.string()),
})

export const exportSchema = z.object({
  id: z.string(),
  project_id: z.int().check(z.positive()),
  variant: z.enum(PHOTO_VARIANTS),
  size: z.nullable(z.int().check(z.nonnegative())),
  state: z.enum(EXPORT_STATES),
  /** Photos that the export should hold; null while the list of people is still being read. */
  total: z.nullable(z.int().check(z.nonnegative())),
  /** Photos that are on the desk's disk. */
  done: z.int().check(z.nonnegative()),
  /** Photos that could not be had; each has a problem. */
  failed: z.int().check(z.nonnegative()),
  /** Sum of the photos' sizes so far; when `ready`, the exact size of the archive. */
  bytes: z.int().check(z.nonnegative()),
  /** Seconds until `ready`, an estimate; null while unknown, 0 when it is over. */
  eta_seconds: z.nullable(z.int().check(z.nonnegative())),
  problems: z.array(exportProblemSchema),
  /** Code of the error that ended a `failed` export. */
  error: z.nullable(z.string()),
  file_name: z.string(),
  created_at: z.iso.datetime(),
})

export const exportAnswer = z.object({ data: exportSchema })

export type ExportState = (typeof EXPORT_STATES)[number]
export type ExportRequest = z.infer<typeof exportRequestSchema>
export type ExportProblem = z.infer<typeof exportProblemSchema>
export type Export = z.infer<typeof exportSchema>
