'use client'

import { useSyncExternalStore } from 'react'

let text = ''
const listeners = new Set<() => void>()

/** Says something to people who do not see the screen, without moving anything on it. */
export function announce(words: string): void {
  text = words
  for (const listener of listeners) listener()
}

/** The one live region of the desk. It is there from the start, because a region that comes with its text stays mute. */
export function Announcer() {
  const words = useSyncExternalStore(subscribe, getText, getNothing)
  return (
    <p aria-live="polite" className="sr-only" data-testid="announcer">
      {words}
    </p>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function getText(): string {
  return text
}

function getNothing(): string {
  return ''
}
