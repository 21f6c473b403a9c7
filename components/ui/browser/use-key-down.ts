'use client'

import { useEffect, useEffectEvent } from 'react'

/** Listens to every key pressed on the page, after the focused element: a key handled there is `defaultPrevented`. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const current = useEffectEvent(press)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
