'use client'

import { useEffect, useEffectEvent } from 'react'

type OpenWindow = { close: () => void }

/** What stands above the page, the one in front last. */
const windows: OpenWindow[] = []

/**
 * The browser's Back (and Forward) closes the window in front, as Escape does, and leaves the page behind it as it is. Nothing is
 * added to the history: browsers let a page refuse such a step once after each press, so that nobody is caught
 * (`navigate` of the Navigation API, HTML). Where one does not, the page goes, and its windows with it.
 */
export function useBackCloses(open: boolean, close: () => void): void {
  const current = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const mine = { close: () => current() }
    windows.push(mine)
    if (windows.length === 1) listen()
    return () => {
      windows.splice(windows.indexOf(mine), 1)
      if (windows.length === 0) stopListening()
    }
  }, [open])
}

function listen(): void {
  window.navigation?.addEventListener('navigate', keepPage)
  window.addEventListener('popstate', closeAll)
}

function stopListening(): void {
  window.navigation?.removeEventListener('navigate', keepPage)
  window.removeEventListener('popstate', closeAll)
}

/** Only a step of the person: the desk's own steps through the history (`open-person.ts`) go on. */
function keepPage(event: NavigateEvent): void {
  if (event.navigationType !== 'traverse' || !event.userInitiated || !event.cancelable) return
  event.preventDefault()
  windows.at(-1)?.close()
}

function closeAll(): void {
  for (const { close } of windows.toReversed()) close()
}
