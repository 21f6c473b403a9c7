/** Responses about the employees of a project: `GET /api/projects/{projectId}/people?<PeopleFilters>`. */
import { z } from 'zod/mini'
import { employeeSchema } from '#lib/portrait-api/contract.ts'

/** All employees that match the filters ("all 431"): `GET /api/projects/{projectId}/people/ids?<PeopleFilters>`. */
export const peopleIdsResponse = z.object({
  data: z.array(
    z.extend(
      z.pick(employeeSchema, {
        id: true,
        first_name: true,
        last_name: true,
        email: true,
        mitarbeiternummer: true,
      }),
      /** `approved`: their photo is approved. `uninvited`: they have sent no photo because they are not invited yet. */
      { approved: z.boolean(), uninvited: z.boolean() },
    ),
  ),
})

export type PeopleIds = z.infer<typeof peopleIdsResponse>['data']

const count = z.int().check(z.nonnegative())

/** The number of employees per tile. */
const tileCountsSchema = z.object({
  all: count,
  pending: count,
  uploaded: count,
  edited: count,
  approved: count,
  retake: count,
  other: count,
  uninvited: count,
})

/** Progress of loading the project's employees. */
const rosterProgressSchema = z.object({
  loaded: count,
  /** Null while the number is unknown. */
  roster_total: z.nullable(count),
  /** True when all employees are loaded; only then are results complete. */
  complete: z.boolean(),
  /** True while all employees are being read: a newer answer may follow soon. */
  reading: z.boolean(),
  /** Number of employee records that could not be read at all, so they belong to unknown employees. */
  unreadable: count,
})

export const peoplePageSchema = z.object({
  /** One page, in the requested order, with photo addresses of the desk. */
  data: z.array(employeeSchema),
  meta: z.extend(rosterProgressSchema, {
    /** The returned page: the last one when the requested page does not exist. */
    page: z.int().check(z.positive()),
    pages: z.int().check(z.positive()),
    per_page: z.int().check(z.positive()),
    /** All matching employees, among those loaded. */
    total: count,
    /** Null while employees are still being read: a partial count would be wrong. */
    counts: z.nullable(tileCountsSchema),
    /** True when any photo is approved, regardless of the filters; null while employees are still being read. */
    has_approved: z.nullable(z.boolean()),
    /** When the data was completely read; null for data that is being read now. */
    as_of: z.nullable(z.string()),
    /** True when no employee matches the search exactly; these have similar names. */
    similar: z.boolean(),
  }),
})

export type RosterProgress = z.infer<typeof rosterProgressSchema>
export type PeoplePage = z.infer<typeof peoplePageSchema>
