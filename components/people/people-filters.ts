import { z } from 'zod/mini'
import type { SearchParams } from '#lib/address/address-state.ts'
import { ACCOUNT_STATUSES, ROLES } from '#lib/session/contract.ts'
import type { Person } from '#lib/session/people-contract.ts'

/** What the address of the people page may say. What does not fit is left out, so that an old link still opens. */
const filtersSchema = z.object({
  q: z.catch(z.optional(z.string().check(z.trim(), z.maxLength(255))), undefined),
  role: z.catch(z.optional(z.enum(ROLES)), undefined),
  status: z.catch(z.optional(z.enum(ACCOUNT_STATUSES)), undefined),
})

export type PeopleFilters = z.infer<typeof filtersSchema>

export function parsePeopleFilters(search: SearchParams): PeopleFilters {
  return filtersSchema.parse(search)
}

export function toPeopleSearch({ q, role, status }: PeopleFilters): string {
  const search = new URLSearchParams({ ...(q && { q }), ...(role && { role }), ...(status && { status }) })
  return search.toString()
}

export function isPeopleFiltered(filters: PeopleFilters): boolean {
  return toPeopleSearch(filters) !== ''
}

/** The account of every person fits in one answer, so they are filtered where they are shown. */
export function filterPeople(people: Person[], { q = '', role, status }: PeopleFilters): Person[] {
  const wanted = q.toLowerCase()
  return people.filter(
    person =>
      person.email.toLowerCase().includes(wanted) &&
      (role === undefined || person.role === role) &&
      (status === undefined || person.status === status),
  )
}
