'use client'

import { createStore } from '#components/ui/browser/store.ts'
import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'
import type { EditableField } from './employee-values.ts'
import { keepDraft } from './unsaved.ts'

export type Cell = { employeeId: number; field: EditableField }

/** Marks an editable cell: `data-field` on the cell, `data-person` on its row. */
const EDITABLE = 'td[data-field]'

/** At most one cell is a form field at a time. */
const open = createStore<Cell | null>(null)
const saved = createStore<Cell | null>(null)

export const useOpenCell = open.use
export const useSavedCell = saved.use

export function openCell(cell: Cell): void {
  if (!isOpen(cell)) keepDraft()
  // The check mark would fade a second time when the cell closes.
  if (isSame(saved.get(), cell)) saved.set(null)
  open.set(cell)
}

export function isOpen(cell: Cell): boolean {
  return isSame(open.get(), cell)
}

/** Closes the cell only if it is still the open one: a cell that closes late must not close the next. */
export function closeCell(cell: Cell): void {
  if (isOpen(cell)) open.set(null)
}

/**
 * Reopens a refused cell if it still has the focus, so the user can continue typing; otherwise leaves the focus where
 * it is.
 */
export function reopenCell(cell: Cell): void {
  const focused = toEditableCell(document.activeElement)
  if (focused && isSame(focused, cell)) openCell(cell)
}

/** Shows a check mark, which fades, in the cell that was saved last. */
export function showSaved(cell: Cell): void {
  saved.set(cell)
}

export function toEditableCell(cell: Element | null): Cell | null {
  if (!(cell instanceof HTMLElement) || !cell.matches(EDITABLE)) return null
  const field = CHANGEABLE_FIELDS.find(name => name === cell.dataset.field)
  const row = cell.closest('tr')
  return field && row ? { employeeId: Number(row.dataset.person), field } : null
}

/** Returns the editable cell before or after this one, across rows. */
export function findNextCell(cell: Element | null, step: 1 | -1): Cell | null {
  if (!cell) return null
  const cells = [...(cell.closest('table')?.querySelectorAll(EDITABLE) ?? [])]
  return toEditableCell(cells[cells.indexOf(cell) + step] ?? null)
}

export function focusCellOf(cell: Element | null): void {
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true })
}

function isSame(one: Cell | null, other: Cell): boolean {
  return one?.employeeId === other.employeeId && one.field === other.field
}
