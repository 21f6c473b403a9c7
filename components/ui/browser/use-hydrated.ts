'use client'

import { useSyncExternalStore } from 'react'

/**
 * True once the page's scripts run. Until then a form that holds a secret must not be sent: the browser would send it
 * its own way.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(subscribe, isHydrated, isNotHydrated)
}

function subscribe(): () => void {
  return () => undefined
}

function isHydrated(): boolean {
  return true
}

function isNotHydrated(): boolean {
  return false
}
