'use client'

import { useTranslations } from 'use-intl/react'
import { createStore } from '#components/ui/browser/store.ts'
import type { EditableField } from '../edit/employee-values.ts'

type Hinted = { field: EditableField; place: { top: number; left: number } }

const hinted = createStore<Hinted | null>(null)

/** The text that describes a cell: how it is edited, and from a name, how the person is opened. */
export function hintIdOf(field: EditableField): string {
  return field === 'last_name' || field === 'first_name' ? 'name-hint' : 'cell-hint'
}

/** The focus is on a cell that can be edited; null: not any more. */
export function hintAt(cell: HTMLElement | null, field?: EditableField): void {
  if (!cell || !field) {
    if (hinted.get()) hinted.set(null)
    return
  }
  const { offsetTop, offsetHeight, offsetLeft } = cell
  hinted.set({ field, place: { top: offsetTop + offsetHeight, left: offsetLeft } })
}

/**
 * How a cell is edited: read out by screen readers, and seen below the cell when the focus rests there; it goes by itself and
 * lets presses through.
 */
export function CellHints() {
  const t = useTranslations('employees.edit')
  const shown = hinted.use()
  const texts = { 'cell-hint': t('cellHint'), 'name-hint': t('nameHint') }
  return (
    <>
      {Object.entries(texts).map(([id, text]) => (
        <p key={id} id={id} hidden>
          {text}
        </p>
      ))}
      {shown && (
        <p
          key={`${shown.place.top} ${shown.place.left}`}
          aria-hidden="true"
          style={shown.place}
          className="cell-hint pointer-events-none absolute z-10 rounded-md bg-raised px-2.5 py-1.5 text-muted text-xs shadow-high max-sm:hidden"
        >
          {shown.field === 'last_name' || shown.field === 'first_name' ? t('nameHint') : t('cellHint')}
        </p>
      )}
    </>
  )
}
