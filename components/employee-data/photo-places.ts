import { queryOptions } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { photoDownloadsResponse } from '#lib/contracts/activity.ts'
import { placesOfPersonResponse } from '#lib/deliveries/contract.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'

/**
 * Users who downloaded this employee's photo, newest first, and when the desk added the employee. Never cached: it
 * answers where the photo is now.
 */
export function photoDownloadsQuery(employeeId: number) {
  return queryOptions({
    queryKey: photoDownloadsKey(employeeId),
    queryFn: ({ signal }) =>
      deskRequest(paths.api.photoDownloads(employeeId), photoDownloadsResponse, { signal }),
    staleTime: 0,
  })
}

export function photoDownloadsKey(employeeId: number) {
  return ['photo-downloads', employeeId] as const
}

/** Never cached, like `photoDownloadsQuery`: it answers where the photo is now. */
export function deliveredQuery(employeeId: number) {
  return queryOptions({
    queryKey: ['delivered', employeeId],
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.placesOfPerson(employeeId), placesOfPersonResponse, { signal })).data,
    staleTime: 0,
  })
}
