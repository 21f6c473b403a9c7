'use client'

import { useSyncExternalStore } from 'react'

type Said = { polite: string; urgent: string }

const NOTHING: Said = { polite: '', urgent: '' }
/** A region stays mute when its text does not change: the second time, the same words end differently. */
const ECHO = '\u00A0'

let said = NOTHING
const listeners = new Set<() => void>()

/** Says something to people who do not see the screen, without moving anything on it. */
export function announce(words: string, { urgent = false } = {}): void {
  const kind = urgent ? 'urgent' : 'polite'
  said = { ...said, [kind]: said[kind] === words ? words + ECHO : words }
  for (const listener of listeners) listener()
}

/** The one live region of the desk. It is there from the start, because a region that comes with its text stays mute. */
export function LiveRegion() {
  const { polite, urgent } = useSyncExternalStore(subscribe, getSaid, getNothing)
  return (
    <>
      <p aria-live="polite" className="sr-only" data-testid="announcer">
        {polite}
      </p>
      <p aria-live="assertive" className="sr-only">
        {urgent}
      </p>
    </>
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function getSaid(): Said {
  return said
}

function getNothing(): Said {
  return NOTHING
}
