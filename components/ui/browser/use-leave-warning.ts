'use client'

import { useCallback, useEffect, useState } from 'react'

/** Makes the browser ask before the tab closes or reloads, as long as data would be lost with it. */
export function useLeaveWarning(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [wouldLose])
}

type Way = () => void

/** Callbacks that ask before typed text on this page is lost, the front one last. */
const askers: ((proceed: Way) => void)[] = []

/** Returns the callback that must agree before the desk opens another page; undefined if nothing would be lost. */
export function findAsker(): ((proceed: Way) => void) | undefined {
  return askers.at(-1)
}

/**
 * Protects text that is typed into this page and stored nowhere else. The browser asks before the tab closes, and the
 * desk before it opens another page (`findAsker`). `ask` is for the page's own actions that would lose it. `dropTyped` is
 * called when the user agrees, before the page is left. The question closes if the text is saved meanwhile.
 */
export function useLeaveQuestion(wouldLose: boolean, dropTyped: () => void) {
  const [way, setWay] = useState<Way | null>(null)
  if (way && !wouldLose) setWay(null)
  const ask = useCallback((proceed: Way) => setWay(() => proceed), [])
  useLeaveWarning(wouldLose)
  useEffect(() => {
    if (!wouldLose) return
    askers.push(ask)
    return () => void askers.splice(askers.indexOf(ask), 1)
  }, [wouldLose, ask])

  function onLeave() {
    setWay(null)
    dropTyped()
    way?.()
  }

  return { ask, question: { open: way !== null, onStay: () => setWay(null), onLeave } }
}
