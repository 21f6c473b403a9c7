'use client'

import { useSyncExternalStore } from 'react'

/** Below the breakpoint `table` of `app/styles/theme.css`: phones, tablets held upright, and a laptop's page at 200 %. */
const NARROW = '(width < 68rem)'

/** For what stands elsewhere where there is little room. What only looks different there is a class name's work. */
export function useNarrow(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(NARROW).matches,
    () => false,
  )
}

function subscribe(listener: () => void): () => void {
  const query = matchMedia(NARROW)
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}
