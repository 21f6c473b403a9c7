import { queryOptions } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { peopleIdsResponse } from '#lib/employees/people-contract.ts'
import { type PeopleFilters, toPeopleSearch } from '#lib/employees/people-filters.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

/** Everybody who fits the filters, in the table's order. It costs no call once the desk knows the project's people. */
export function peopleIdsQuery(projectId: number, filters: Partial<PeopleFilters> = {}) {
  const { page: _page, per_page: _size, ...asked } = filters
  const search = toPeopleSearch(asked)
  return queryOptions({
    queryKey: [...peopleIdsKey(projectId), search],
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.projectPeopleIds(projectId, search), peopleIdsResponse, { signal })).data,
  })
}

export function peopleIdsKey(projectId: number) {
  return ['people-ids', projectId] as const
}
