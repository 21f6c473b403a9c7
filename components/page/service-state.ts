import { queryOptions } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { type ServiceState, serviceStateResponse } from '#lib/service/contract.ts'

/** Query key of the service's state; a component that meets a failure invalidates it. */
export const SERVICE_STATE_KEY = ['service-state'] as const

/** State of the service. Requests only the desk, which answers without calling the service; the header polls it. */
export const serviceStateQuery = queryOptions({
  queryKey: SERVICE_STATE_KEY,
  queryFn: async ({ signal }) =>
    (await deskRequest(paths.api.serviceState(), serviceStateResponse, { signal, background: true })).data,
})

/**
 * True when downloads and the like use most of the call limit: one more call starts at once, but a page that needs
 * several may wait.
 */
export function isHurried({ free, limit }: ServiceState): boolean {
  return free * 4 < limit
}

/** Returns the full minutes since the service last answered: after that long, its current state is unknown. */
export function minutesSinceHeard({ heardMs }: ServiceState): number {
  return Math.floor((heardMs ?? 0) / 60_000)
}
