import { type QueryClient, QueryClientContext } from '@tanstack/react-query'
import { useContext, useEffect, useEffectEvent } from 'react'
import type { ServiceState } from '#lib/service/contract.ts'
import { SERVICE_STATE_KEY } from './service-state.ts'

/**
 * Calls `again` each time the header's state changes to reachable. Failures update that state, so this sends no
 * request.
 */
export function useServiceBack(again: () => void): void {
  const queries = useContext(QueryClientContext)
  const tell = useEffectEvent(again)
  useEffect(() => {
    if (!queries) return
    let wasOpen = isOpen(queries)
    return queries.getQueryCache().subscribe(({ query }) => {
      if (query.queryKey[0] !== SERVICE_STATE_KEY[0]) return
      const isNowOpen = isOpen(queries)
      if (isNowOpen && !wasOpen) tell()
      wasOpen = isNowOpen
    })
  }, [queries])
}

function isOpen(queries: QueryClient): boolean {
  const { data, error } = queries.getQueryState<ServiceState>(SERVICE_STATE_KEY) ?? {}
  return !error && data !== undefined && data.answered && !data.down && data.refused === null
}
