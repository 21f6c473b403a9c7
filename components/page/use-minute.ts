'use client'

import { useSyncExternalStore } from 'react'
import { useNow } from 'use-intl/react'

const MINUTE_MS = 60_000

let minute: Date | null = null
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

/** Now, to the minute. It begins with the moment at which the server drew the page, so that both say the same. */
export function useMinute(): Date {
  const drawn = useNow()
  return useSyncExternalStore(subscribe, getMinute, getNothing) ?? drawn
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  timer ??= setInterval(tick, MINUTE_MS)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

function tick(): void {
  minute = new Date()
  for (const listener of listeners) listener()
}

function getMinute(): Date | null {
  return minute
}

function getNothing(): null {
  return null
}
