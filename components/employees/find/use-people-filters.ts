'use client'

import { type HowToPut, useAddressSearch } from '#components/page/use-address-search.ts'
import { paths } from '#lib/address/paths.ts'
import { type PeopleFilters, parsePeopleFilters, toPeopleSearch } from '#lib/employees/people-filters.ts'

/** Keeps the table's state in the address: a colleague who gets the link sees the same rows. */
export function usePeopleFilters(projectId: number) {
  const { search, put } = useAddressSearch(given => paths.project(projectId, given))
  const filters = parsePeopleFilters(new URLSearchParams(search))

  function toChanged(change: Partial<PeopleFilters>): string {
    return toPeopleSearch({ ...filters, page: 1, ...change })
  }

  const hrefOf = (change: Partial<PeopleFilters>) => paths.project(projectId, toChanged(change))
  const change = (next: Partial<PeopleFilters>, how?: HowToPut) => put(toChanged(next), how)

  return { projectId, filters, hrefOf, change }
}

export type PeopleFiltersState = ReturnType<typeof usePeopleFilters>

/** No filter: all employees are shown. Sorting and page size hide no employee. */
export const EVERYBODY = {
  q: '',
  tile: undefined,
  locale: undefined,
  mitarbeiternummer: undefined,
  edited_since: undefined,
  ids: undefined,
} as const satisfies Partial<PeopleFilters>

export type Bisection = keyof typeof EVERYBODY

/** Returns the set filters that may hide employees, in the order in which they are named. */
export function listNarrowings(filters: PeopleFilters): Bisection[] {
  const names: Bisection[] = ['q', 'tile', 'locale', 'mitarbeiternummer', 'edited_since', 'ids']
  return names.filter(name => filters[name])
}
