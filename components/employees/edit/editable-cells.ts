import { CHANGEABLE_FIELDS } from '#lib/portrait-api/changeable-fields.ts'
import type { OpenCell } from './open-cell.ts'

/** The cells that can be edited say so themselves: `data-field` on the cell, `data-person` on its row. */
const EDITABLE = 'td[data-field]'

export function toEditableCell(cell: Element | null): OpenCell | null {
  if (!(cell instanceof HTMLElement) || !cell.matches(EDITABLE)) return null
  const field = CHANGEABLE_FIELDS.find(name => name === cell.dataset.field)
  const row = cell.closest('tr')
  return field && row ? { employeeId: Number(row.dataset.person), field } : null
}

/** The editable cell before or after this one, also in the next row. */
export function findNextCell(cell: Element | null, step: 1 | -1): OpenCell | null {
  if (!cell) return null
  const cells = [...(cell.closest('table')?.querySelectorAll(EDITABLE) ?? [])]
  return toEditableCell(cells[cells.indexOf(cell) + step] ?? null)
}

export function focusCellOf(cell: Element | null): void {
  if (cell instanceof HTMLElement) cell.focus({ preventScroll: true })
}
