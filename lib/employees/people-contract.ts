/** The people of a project as the desk answers for them: `GET /api/projects/{projectId}/people?<PeopleFilters>`. */
import { z } from 'zod/mini'
import { employeeSchema } from '#lib/portrait-api/contract.ts'

/** Everybody who fits the filters ("all 431"): `GET /api/projects/{projectId}/people/ids?<PeopleFilters>`. */
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
      /** Whether their photo is; whether they have sent none because nobody has invited them yet. */
      { approved: z.boolean(), uninvited: z.boolean() },
    ),
  ),
})

export type PeopleIds = z.infer<typeof peopleIdsResponse>['data']

const count = z.int().check(z.nonnegative())

/** How many people each tile stands for. */
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

/** How far the desk knows the project's people. */
const rosterProgressSchema = z.object({
  loaded: count,
  /** Null while nobody has said how many there are. */
  roster_total: z.nullable(count),
  /** Only then is what was found everything that there is to find. */
  complete: z.boolean(),
  /** Whether everybody is being read just now: in a moment there may be a newer answer. */
  reading: z.boolean(),
  /** People of whom the service said something that could not be read at all; nobody knows who they are. */
  unreadable: count,
})

export const peoplePageSchema = z.object({
  /** One page, in the order that was asked for; addresses of photos are the desk's own. */
  data: z.array(employeeSchema),
  meta: z.extend(rosterProgressSchema, {
    /** The page that was answered: the last one when there are fewer than were asked for. */
    page: z.int().check(z.positive()),
    pages: z.int().check(z.positive()),
    per_page: z.int().check(z.positive()),
    /** Everybody who fits the filters, as far as people are known. */
    total: count,
    /** Null while people are still being read: half a count is no count. */
    counts: z.nullable(tileCountsSchema),
    /** Whether anybody's photo is approved, whatever the filters; null while people are still being read. */
    has_approved: z.nullable(z.boolean()),
    /** When everybody was read whom this comes from; null while that is just now. */
    as_of: z.nullable(z.string()),
    /** Nobody fits the search as it was typed; these have similar names. */
    similar: z.boolean(),
  }),
})

export type RosterProgress = z.infer<typeof rosterProgressSchema>
export type PeoplePage = z.infer<typeof peoplePageSchema>
