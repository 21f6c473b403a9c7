'use client'

import { useSyncExternalStore } from 'react'

export type Store<State> = {
  get: () => State
  set: (next: State) => void
  use: () => State
  subscribe: (listener: () => void) => () => void
}

/** Starts to watch something outside of the page, and returns a function that stops watching. */
type Watch = () => () => void

/**
 * State that several components read and none of them owns. The server, and a browser's first render, use the initial
 * state. `watch` runs while the store has subscribers.
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

/** The listeners alone, for a value that is stored elsewhere. */
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
