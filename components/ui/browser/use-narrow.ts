'use client'

import { useSyncExternalStore } from 'react'

/** Below the breakpoint `table` of `app/styles/theme.css`: phones, tablets held upright, and a laptop's page at 200 %. */
const NARROW = watch('(width < 68rem)')
/** Below the breakpoint `sm`, where each row of a table is a card. */
const CARDS = watch('(width < 40rem)')

/** For what stands elsewhere where there is little room. What only looks different there is a class name's work. */
export function useNarrow(): boolean {
  return useSyncExternalStore(...NARROW)
}

/** The same for what a table has and its cards have not. */
export function useCards(): boolean {
  return useSyncExternalStore(...CARDS)
}

function watch(media: string): Parameters<typeof useSyncExternalStore<boolean>> {
  function subscribe(listener: () => void): () => void {
    const query = matchMedia(media)
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  return [subscribe, () => matchMedia(media).matches, () => false]
}
