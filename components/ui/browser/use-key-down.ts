'use client'

import { useEffect, useEffectEvent } from 'react'

/** Hears each key that is pressed anywhere on the page, after whoever has the focus: what they have taken is `defaultPrevented`. */
export function useKeyDown(press: (event: KeyboardEvent) => void): void {
  const current = useEffectEvent(press)
  useEffect(() => {
    const listen = (event: KeyboardEvent) => current(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [])
}
