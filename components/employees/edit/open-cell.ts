'use client'

import { useSyncExternalStore } from 'react'
import type { EditableField } from './editable-field.ts'
import { keepDraft } from './unsaved.ts'

export type OpenCell = {
  employeeId: number
  field: EditableField
  /** What stands in the field at first, when it is not the value: what was pasted, or refused before. */
  text?: string | undefined
}

/** At most one cell is a form field at a time. */
let open: OpenCell | null = null
const listeners = new Set<() => void>()

export function openCell(cell: OpenCell): void {
  if (open?.employeeId !== cell.employeeId || open.field !== cell.field) keepDraft()
  put(cell)
}

/** Only if it is still this one: a cell that closes late does not close the next one. */
export function closeCell({ employeeId, field }: OpenCell): void {
  if (open?.employeeId === employeeId && open.field === field) put(null)
}

export function useOpenCell(): OpenCell | null {
  return useSyncExternalStore(
    subscribe,
    () => open,
    () => null,
  )
}

function put(next: OpenCell | null): void {
  open = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
