'use client'

import { useSyncExternalStore } from 'react'

export type Store<State> = {
  get: () => State
  set: (next: State) => void
  use: () => State
  subscribe: (listener: () => void) => () => void
}

/** Begins to watch something outside of the page, and returns how to end that. */
type Watch = () => () => void

/**
 * What several components follow and none of them owns. The server, and a browser's first drawing, know it as it is at
 * first. `watch` runs for as long as somebody follows.
 */
export function createStore<State>(first: State, watch?: Watch): Store<State> {
  let state = first
  const { subscribe, tell } = createListeners(watch)
  const get = () => state
  const getFirst = () => first

  function set(next: State): void {
    state = next
    tell()
  }

  return { get, set, use: () => useSyncExternalStore(subscribe, get, getFirst), subscribe }
}

/** The listeners alone, for a value that is kept elsewhere. */
export function createListeners(watch?: Watch) {
  const listeners = new Set<() => void>()
  let unwatch: (() => void) | undefined

  return {
    tell(): void {
      for (const listener of listeners) listener()
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      if (listeners.size === 1) unwatch = watch?.()
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) unwatch?.()
      }
    },
  }
}
