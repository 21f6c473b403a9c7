'use client'

import { useSyncExternalStore } from 'react'

/**
 * A value that any component may show and any code may change. It lives as long as the page does; the server draws the
 * first one.
 */
export function createSharedValue<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()

  function subscribe(listener: () => void): () => void {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }

  return {
    get: () => value,
    set: (next: Value): void => {
      value = next
      for (const listener of listeners) listener()
    },
    use: () =>
      useSyncExternalStore(
        subscribe,
        () => value,
        () => first,
      ),
  }
}
