'use client'

import { createStore } from '#components/ui/browser/store.ts'

/** Late by a moment: Next learns of a changed address only after it has begun to watch for one. */
const token = createStore<string | null>(null, () => {
  queueMicrotask(takeToken)
  window.addEventListener('hashchange', takeToken)
  return () => window.removeEventListener('hashchange', takeToken)
})

/**
 * The token of the link that opened this page: null until the page's scripts are at work, empty without one. It stands
 * behind the `#`, and it leaves the address bar at once, so that nobody reads it there, and no history keeps it.
 */
export const useLinkToken = token.use

function takeToken(): void {
  const found = window.location.hash.slice(1)
  if (found !== '') window.history.replaceState(null, '', window.location.pathname)
  if (found !== '' || token.get() === null) token.set(found)
}
