/** Where the people of each project stand, as numbers: what the desk tells browsers. */
import { z } from 'zod/mini'
import { STANDINGS } from '#lib/employees/standing.ts'

/** How many people of one project stand where. */
const standingCountsSchema = z.record(z.enum(STANDINGS), z.int().check(z.nonnegative()))

/** By the project's id; a project that has not been counted yet is missing. */
const standingsSchema = z.object({
  counts: z.record(z.string(), standingCountsSchema),
  /** Whether nothing is being counted any more. */
  complete: z.boolean(),
})

export const standingsAnswer = z.object({ data: standingsSchema })

/** Query of `GET /api/projects/standings`: archived projects are counted only for who looks at them. */
export const standingsQuerySchema = z.strictObject({ archived: z.optional(z.literal('1')) })

export type StandingCounts = z.infer<typeof standingCountsSchema>
export type Standings = z.infer<typeof standingsSchema>
