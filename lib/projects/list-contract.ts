/**
 * The list of employees as a file. `GET /api/projects/{projectId}/people/list?format=csv&<PeopleFilters>` returns all
 * matches of the filters, in their order. `POST` with this body returns selected employees, in the order of the table.
 */
import { z } from 'zod/mini'
import { SORT_COLUMNS } from '#lib/employees/people-filters.ts'
import { listOf } from '#lib/list-of.ts'

const LIST_FORMATS = ['csv', 'xlsx'] as const
const PEOPLE_MAX = 100_000

const format = z.enum(LIST_FORMATS)

/** The part of the query besides the filters. */
export const listQuerySchema = z.strictObject({ format })

export const listRequestSchema = z.strictObject({
  format,
  employee_ids: listOf(z.int().check(z.positive()), { min: 1, max: PEOPLE_MAX }),
  /** Sorted as in `PeopleFilters`; by last name by default. */
  sort: z._default(z.enum(SORT_COLUMNS), 'last_name'),
  dir: z._default(z.enum(['asc', 'desc']), 'asc'),
})

export type ListFormat = (typeof LIST_FORMATS)[number]
/** The request as a browser sends it. */
export type ListRequest = z.input<typeof listRequestSchema>
