'use client'

import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'

const FRESH_MS = 60_000

/**
 * Cache of the browser's requests. It reads again only on request: each read costs calls from a budget that all users
 * share. Without a network, requests fail at once instead of waiting: a request that waits unnoticed would run after
 * the user has moved on.
 */
export function QueryProvider({ children }: { children: ReactNode }) {
  const [client] = useState(createClient)
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>
}

function createClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: false,
        staleTime: FRESH_MS,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}
