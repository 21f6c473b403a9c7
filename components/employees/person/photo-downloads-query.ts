import { queryOptions } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { photoDownloadsResponse } from '#lib/contracts/activity.ts'
import { deskRequest } from '#lib/http/desk-request.ts'

/** Who took this person's photo, newest first. Always read anew: it answers where the photo is now. */
export function photoDownloadsQuery(employeeId: number) {
  return queryOptions({
    queryKey: photoDownloadsKey(employeeId),
    queryFn: async ({ signal }) =>
      (await deskRequest(paths.api.photoDownloads(employeeId), photoDownloadsResponse, { signal })).data,
    staleTime: 0,
  })
}

export function photoDownloadsKey(employeeId: number) {
  return ['photo-downloads', employeeId] as const
}
