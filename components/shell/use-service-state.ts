'use client'

import { useQuery } from '@tanstack/react-query'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import type { ServiceState } from '#lib/service/contract.ts'

const POLL_MS = 10_000
/** While people read how many seconds are left. */
const POLL_WAITING_MS = 2_000

const loadResponse = async () => (await import('#lib/service/contract.ts')).serviceStateResponse

type ServiceStateOptions = {
  /** Without a key there is no way to the service, so there is nothing to ask about. */
  enabled: boolean
  initial: ServiceState | undefined
}

/** How the way to the service is. Asks only the desk, which knows it without a call, and only in a tab that is seen. */
export function useServiceState({ enabled, initial }: ServiceStateOptions) {
  return useQuery({
    enabled,
    queryKey: ['service-state'],
    queryFn: async ({ signal }) => {
      const options = { signal, background: true }
      return (await deskRequest(paths.api.serviceState(), loadResponse, options)).data
    },
    initialData: initial,
    refetchInterval: ({ state: { data } }) => (data && isWaiting(data) ? POLL_WAITING_MS : POLL_MS),
  })
}

function isWaiting({ down, free }: ServiceState): boolean {
  return down || free === 0
}
