/** Where the people of each project stand, as numbers: what the desk tells browsers. */
import { z } from 'zod/mini'
import { PORTRAIT_STATUSES } from '#lib/portrait-api/portrait-status.ts'

/** How many people of one project stand where. */
const statusCountsSchema = z.record(z.enum(PORTRAIT_STATUSES), z.int().check(z.nonnegative()))

/** By the project's id; a project that has not been counted yet is missing. */
const statusCountsByProjectSchema = z.object({
  counts: z.record(z.string(), statusCountsSchema),
  /** Whether nothing is being counted any more. */
  complete: z.boolean(),
})

export const statusCountsResponse = z.object({ data: statusCountsByProjectSchema })

/** Query of `GET /api/projects/status-counts`: archived projects are counted only for who looks at them. */
export const statusCountsQuerySchema = z.strictObject({ archived: z.optional(z.literal('1')) })

export type StatusCounts = z.infer<typeof statusCountsSchema>
export type ProjectStatusCounts = z.infer<typeof statusCountsByProjectSchema>
