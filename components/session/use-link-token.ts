'use client'

import { useSyncExternalStore } from 'react'

let token: string | null = null

/**
 * The token of the link that opened this page: null until the page's scripts are at work, empty without one. It stands
 * behind the `#`, and it leaves the address bar at once, so that nobody reads it there, and no history keeps it.
 */
export function useLinkToken(): string | null {
  return useSyncExternalStore(subscribe, getToken, getNothing)
}

/** Late by a moment: Next learns of a changed address only after it has begun to watch for one. */
function subscribe(listener: () => void): () => void {
  const take = () => {
    const found = window.location.hash.slice(1)
    if (found !== '' || token === null) token = found
    if (found !== '') window.history.replaceState(null, '', window.location.pathname)
    listener()
  }
  queueMicrotask(take)
  window.addEventListener('hashchange', take)
  return () => window.removeEventListener('hashchange', take)
}

function getToken(): string | null {
  return token
}

function getNothing(): null {
  return null
}
