import type { PeopleFilters } from '#lib/employees/people-filters.ts'

/** No filter: everybody is shown. Sorting and the size of a page hide nobody. */
export const EVERYBODY = {
  q: '',
  tile: undefined,
  locale: undefined,
  mitarbeiternummer: undefined,
  edited_since: undefined,
  ids: undefined,
} as const satisfies Partial<PeopleFilters>

export type Narrowing = keyof typeof EVERYBODY

/** The filters that may hide somebody, in the order in which they are named. */
export function listNarrowings(filters: PeopleFilters): Narrowing[] {
  const names: Narrowing[] = ['q', 'tile', 'locale', 'mitarbeiternummer', 'edited_since', 'ids']
  return names.filter(name => filters[name])
}
