'use client'

import { createStore } from '#components/ui/browser/store.ts'

/** A region stays mute when its text does not change: the second time, the same words end differently. */
const ECHO = '\u00A0'

const said = createStore({ polite: '', urgent: '' })

/** Says something to people who do not see the screen, without moving anything on it. */
export function announce(words: string, { urgent = false } = {}): void {
  const kind = urgent ? 'urgent' : 'polite'
  const before = said.get()
  said.set({ ...before, [kind]: before[kind] === words ? words + ECHO : words })
}

/** The one live region of the desk. It is there from the start, because a region that comes with its text stays mute. */
export function LiveRegion() {
  const { polite, urgent } = said.use()
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
