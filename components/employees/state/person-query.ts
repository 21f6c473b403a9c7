import { queryOptions } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { employeeResponse } from '#lib/portrait-api/contract.ts'
import { personKey } from './put-person.ts'

/** One person, as the desk knows them. */
export function personQuery(employeeId: number) {
  return queryOptions({
    queryKey: personKey(employeeId),
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.employee(employeeId), employeeResponse, { signal })).data,
  })
}
