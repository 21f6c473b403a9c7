'use client'

import { useCallback, useEffect, useState } from 'react'

/** The browser asks before the tab closes or reloads, as long as something would be lost with it. */
export function useLeaveWarning(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [wouldLose])
}

type Way = () => void

/** Who asks before what is typed into this page is lost, the one in front last. */
const askers: ((goOn: Way) => void)[] = []

/** Who has to agree before the desk leads to another page; nobody where nothing would be lost. */
export function findAsker(): ((goOn: Way) => void) | undefined {
  return askers.at(-1)
}

/**
 * For what is typed into this page and is nowhere else: the browser asks before the tab goes, and the desk before it leads to another
 * page (`findAsker`). `ask` is for the page's own ways to lose it. `letGo` is called when its person agrees, before they go on. What
 * was saved meanwhile is not asked about any more.
 */
export function useLeaveQuestion(wouldLose: boolean, letGo: () => void) {
  const [way, setWay] = useState<Way | null>(null)
  if (way && !wouldLose) setWay(null)
  const ask = useCallback((goOn: Way) => setWay(() => goOn), [])
  useLeaveWarning(wouldLose)
  useEffect(() => {
    if (!wouldLose) return
    askers.push(ask)
    return () => void askers.splice(askers.indexOf(ask), 1)
  }, [wouldLose, ask])

  function onLeave() {
    setWay(null)
    letGo()
    way?.()
  }

  return { ask, question: { open: way !== null, onStay: () => setWay(null), onLeave } }
}
