'use client'

import { useSyncExternalStore } from 'react'

/**
 * Below the breakpoint `table` of `app/styles/theme.css`: phones, tablets held upright, and a laptop's page at 200 %.
 */
const NARROW = watch('(width < 68rem)')
/** Below the breakpoint `sm`, where each row of a table is a card. */
const CARDS = watch('(width < 40rem)')

/** True on narrow screens, for content that has another place there. For a different look alone, use a class name. */
export function useNarrow(): boolean {
  return useSyncExternalStore(...NARROW)
}

/** True where rows are cards, for content that only a table shows. */
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
