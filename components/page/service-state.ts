import { queryOptions } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ServiceState, serviceStateResponse } from '#lib/service/contract.ts'

/** What the browser knows of the way to the service; whoever meets a trouble of it says that this is old. */
export const SERVICE_STATE_KEY = ['service-state'] as const

/** How the way to the service is. Asks only the desk, which knows it without a call; the header does so again and again. */
export const serviceStateQuery = queryOptions({
  queryKey: SERVICE_STATE_KEY,
  queryFn: async ({ signal }) =>
    (await deskRequest(paths.api.serviceState(), serviceStateResponse, { signal, background: true })).data,
})

/** Downloads and the like have taken most of the calls: one more begins at once, the several of a page may have to wait. */
export function isHurried({ free, limit }: ServiceState): boolean {
  return free * 4 < limit
}

/** Full minutes since the service answered last: who has not heard of it for so long does not know how it answers now. */
export function minutesSinceHeard({ heardMs }: ServiceState): number {
  return Math.floor((heardMs ?? 0) / 60_000)
}
