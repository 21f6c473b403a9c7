/**
 * The list of people as a file. `GET /api/projects/{projectId}/people/list?format=csv&<PeopleFilters>` for everybody
 * who fits the filters, in their order; `POST` with this body for chosen people.
 */
import { z } from 'zod/mini'
import { listOf } from '#lib/list-of.ts'

const LIST_FORMATS = ['csv', 'xlsx'] as const
const PEOPLE_MAX = 100_000

const format = z.enum(LIST_FORMATS)

/** The part of the query that is no filter. */
export const listQuerySchema = z.strictObject({ format })

export const listRequestSchema = z.strictObject({
  format,
  employee_ids: listOf(z.int().check(z.positive()), { min: 1, max: PEOPLE_MAX }),
})

export type ListFormat = (typeof LIST_FORMATS)[number]
export type ListRequest = z.infer<typeof listRequestSchema>
