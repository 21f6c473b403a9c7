/** What the desk tells browsers of all projects: where their people stand, and who in them is called like this. */
import { z } from 'zod/mini'
import { PORTRAIT_STATUSES } from '#lib/portrait-api/portrait-status.ts'
import { PROJECT_SEARCH_MAX } from './project-filters.ts'

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

/** Query of `GET /api/people`: a part of a name, a number or an e-mail address. */
export const everywhereQuerySchema = z.strictObject({
  q: z.string().check(z.trim(), z.minLength(1), z.maxLength(PROJECT_SEARCH_MAX)),
})

const foundPersonSchema = z.object({
  id: z.int(),
  project_id: z.int(),
  mitarbeiternummer: z.string(),
  first_name: z.string(),
  last_name: z.string(),
  email: z.string(),
})

export const foundEverywhereResponse = z.object({
  /** The best first, no more than a list can show. */
  data: z.array(foundPersonSchema),
  meta: z.object({
    /** How many people fit, also those whom the list leaves out. */
    total: z.int(),
    /** Nobody is called so; these have similar names. */
    similar: z.boolean(),
    /** How many of the projects have been looked through, of those that the search looks through. */
    searched: z.int(),
    projects: z.int(),
    /** Of these, the ones that could not be read; who was known in them before is found all the same. */
    failed: z.int(),
    /** Projects that it leaves out, because there are very many. */
    left_out: z.int(),
    /** The project that is being read, if any is. */
    reading: z.nullable(z.int()),
    /** Nothing more is being read. */
    complete: z.boolean(),
  }),
})

export type FoundPerson = z.infer<typeof foundPersonSchema>
export type FoundEverywhere = z.infer<typeof foundEverywhereResponse>
