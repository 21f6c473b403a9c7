'use client'

import { useSyncExternalStore } from 'react'
import type { EditableField } from './editable-field.ts'

type SavedCell = { employeeId: number; field: EditableField }

let saved: SavedCell | null = null
const listeners = new Set<() => void>()

/** A check mark fades in the cell that was saved last. */
export function tellSaved(cell: SavedCell): void {
  saved = cell
  for (const listener of listeners) listener()
}

export function useSavedCell(): SavedCell | null {
  return useSyncExternalStore(
    subscribe,
    () => saved,
    () => null,
  )
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
