'use client'

import { useEffect, useEffectEvent } from 'react'

type OpenWindow = { close: () => void }

/** Open dialogs above the page, the front one last. */
const windows: OpenWindow[] = []

/**
 * Makes the browser's Back (and Forward) close the front dialog, as Escape does, and keeps the page behind it.
 * Nothing is added to the history: browsers let a page cancel such a step once after each press, so that no user is
 * trapped (`navigate` of the Navigation API, HTML). In a browser without this, the page is left, and its dialogs with
 * it.
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

/** Cancels only steps of the user: the desk's own steps through the history (`open-person.ts`) continue. */
function keepPage(event: NavigateEvent): void {
  if (event.navigationType !== 'traverse' || !event.userInitiated || !event.cancelable) return
  event.preventDefault()
  windows.at(-1)?.close()
}

function closeAll(): void {
  for (const { close } of windows.toReversed()) close()
}
