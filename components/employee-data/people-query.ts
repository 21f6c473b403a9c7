import { queryOptions } from '@tanstack/react-query'
import { asksByItself } from '#components/page/asks-by-itself.ts'
import { paths } from '#lib/address/paths.ts'
import { type DeskRequest, deskRequest } from '#lib/desk-api/desk-request.ts'
import { peoplePageSchema } from '#lib/employees/people-contract.ts'
import { type PeopleFilters, toPeopleSearch } from '#lib/employees/people-filters.ts'

/** One query for both: the server fills it for the first paint, the browser reads it afterwards. */
export function peopleQuery(projectId: number, filters: PeopleFilters) {
  return queryOptions({
    queryKey: [...peopleKey(projectId), toPeopleSearch(filters)],
    queryFn: query =>
      readPeople(projectId, filters, { signal: query.signal, background: asksByItself(query) }),
  })
}

export function readPeople(projectId: number, filters: PeopleFilters, request: DeskRequest) {
  return deskRequest(paths.api.projectPeople(projectId, toPeopleSearch(filters)), peoplePageSchema, request)
}

/** Key of all cached pages of a project. */
export function peopleKey(projectId: number) {
  return ['people', projectId] as const
}
