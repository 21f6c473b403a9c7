'use client'

import { useSyncExternalStore } from 'react'
import type { PersonValues } from './person-values.ts'

/**
 * What was typed into sheets and not saved yet, by person. It outlives the sheet, so that "back" loses nothing, and
 * while there is any of it the browser asks before the page is left.
 */
const drafts = new Map<number, PersonValues>()
const listeners = new Set<() => void>()

export function getDraft(employeeId: number): PersonValues | undefined {
  return drafts.get(employeeId)
}

export function useHasDraft(employeeId: number): boolean {
  return useSyncExternalStore(
    subscribe,
    () => drafts.has(employeeId),
    () => false,
  )
}

export function putDraft(employeeId: number, values: PersonValues): void {
  if (drafts.size === 0) window.addEventListener('beforeunload', warn)
  drafts.set(employeeId, values)
  tell()
}

export function dropDraft(employeeId: number): void {
  if (!drafts.delete(employeeId)) return
  if (drafts.size === 0) window.removeEventListener('beforeunload', warn)
  tell()
}

function warn(event: BeforeUnloadEvent): void {
  event.preventDefault()
}

function tell(): void {
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
