/** Data about all projects for browsers: the status counts, and employees found by name. */
import { z } from 'zod/mini'
import { PORTRAIT_STATUSES } from '#lib/portrait-api/portrait-status.ts'
import { PROJECT_SEARCH_MAX } from './project-filters.ts'

/** Number of employees of one project by portrait status. */
const statusCountsSchema = z.record(z.enum(PORTRAIT_STATUSES), z.int().check(z.nonnegative()))

/** Keyed by project id; a project that has not been counted yet is missing. */
const statusCountsByProjectSchema = z.object({
  counts: z.record(z.string(), statusCountsSchema),
  /** True when no count is in progress. */
  complete: z.boolean(),
})

export const statusCountsResponse = z.object({ data: statusCountsByProjectSchema })

/** Query of `GET /api/projects/status-counts`: archived projects are counted only when they are shown. */
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
  /** The best matches first, up to the length of the list. */
  data: z.array(foundPersonSchema),
  meta: z.object({
    /** Number of all matches, including those not listed. */
    total: z.int(),
    /** True when no name matches exactly, and these are similar names. */
    similar: z.boolean(),
    /** How many projects have been searched, of those included in the search. */
    searched: z.int(),
    projects: z.int(),
    /** How many of them could not be read; employees cached earlier are still found. */
    failed: z.int(),
    /** Number of projects left out because there are too many. */
    left_out: z.int(),
    /** The project being read, if any. */
    reading: z.nullable(z.int()),
    /** True when nothing more is being read. */
    complete: z.boolean(),
  }),
})

export type FoundPerson = z.infer<typeof foundPersonSchema>
export type FoundEverywhere = z.infer<typeof foundEverywhereResponse>
