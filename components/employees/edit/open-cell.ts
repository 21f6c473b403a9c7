'use client'

import { createStore } from '#components/ui/browser/store.ts'
import type { EditableField } from './editable-field.ts'
import { keepDraft } from './unsaved.ts'

export type OpenCell = {
  employeeId: number
  field: EditableField
  /** What stands in the field at first, when it is not the value: what was pasted, or refused before. */
  text?: string | undefined
}

/** At most one cell is a form field at a time. */
const open = createStore<OpenCell | null>(null)

export function openCell(cell: OpenCell): void {
  if (!isOpen(cell)) keepDraft()
  open.set(cell)
}

/** Only if it is still this one: a cell that closes late does not close the next one. */
export function closeCell(cell: OpenCell): void {
  if (isOpen(cell)) open.set(null)
}

export const useOpenCell = open.use

function isOpen({ employeeId, field }: OpenCell): boolean {
  return open.get()?.employeeId === employeeId && open.get()?.field === field
}
