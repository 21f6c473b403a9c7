'use client'

import { useEffect } from 'react'

/** The browser asks before the tab closes or reloads, as long as something would be lost with it. */
export function useLeaveWarning(wouldLose: boolean): void {
  useEffect(() => {
    if (!wouldLose) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [wouldLose])
}
