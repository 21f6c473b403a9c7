'use client'

import { useTranslations } from 'use-intl/react'
import { createStore } from '#components/ui/browser/store.ts'
import { cx } from '#components/ui/cx.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { GLOSSARY_TERMS, toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import type { EditableField } from '../edit/employee-values.ts'

type Hinted = { text: string; place: { top: number; left: number }; stays: boolean }

const hinted = createStore<Hinted | null>(null)

/** The text that describes the grid: its keys. */
export const GRID_HELP_ID = 'grid-help'

/** The text that describes a cell: how it is edited, at a name how the person is opened, and what the default language is. */
export function hintIdOf({ locale }: Employee, field: EditableField): string {
  if (field === 'locale' && locale === null) return 'default-hint'
  return field === 'last_name' || field === 'first_name' ? 'name-hint' : 'cell-hint'
}

/** The text that describes the cell of a status: what it means, and who does the next step. */
export function statusHintIdOf(employee: Employee): string {
  return `status-${toGlossaryTerm(employee)}-hint`
}

/**
 * Shows below a cell what its column cuts off, and the hint by which it is described, if it is described by one; null: no
 * more. Under a pointer it `stays`, and a value only says what is cut off.
 */
export function hintAt(cell: HTMLElement | null, { stays = false }: { stays?: boolean } = {}): void {
  const id = cell?.getAttribute('aria-describedby') ?? ''
  const isHinted = id.endsWith('-hint') && !(stays && cell?.dataset.field)
  const hint = isHinted ? document.getElementById(id)?.textContent : null
  const isCut = cell !== null && cell.scrollWidth > cell.clientWidth && !cell.matches('[data-open]')
  const text = [isCut && cell.innerText, hint].filter(Boolean).join('\n')
  if (!cell || text === '') {
    if (hinted.get()) hinted.set(null)
    return
  }
  const { offsetTop, offsetHeight, offsetLeft } = cell
  hinted.set({ text, stays, place: { top: offsetTop + offsetHeight, left: offsetLeft } })
}

/**
 * How a cell is edited, and what a status means: read out by screen readers, and seen below the cell when the focus rests
 * there, of a status also under the pointer; it lets presses through.
 */
export function CellHints({ editable }: { editable: boolean }) {
  const t = useTranslations('employees.edit')
  const glossary = useTranslations('glossary.statuses')
  const shown = hinted.use()
  const texts: [id: string, text: string][] = [
    [GRID_HELP_ID, t(editable ? 'gridHelp' : 'gridHelpReadOnly')],
    ['cell-hint', t('cellHint')],
    ['name-hint', t('nameHint')],
    ['default-hint', t('defaultHint')],
    ...GLOSSARY_TERMS.map((term): [string, string] => [
      `status-${term}-hint`,
      `${glossary(`${term}.means`)} ${glossary(`${term}.next`)}`,
    ]),
  ]
  return (
    <>
      {texts.map(([id, text]) => (
        <p key={id} id={id} hidden>
          {text}
        </p>
      ))}
      {shown && (
        <p
          key={`${shown.place.top} ${shown.place.left}`}
          aria-hidden="true"
          style={shown.place}
          className={cx(
            'pointer-events-none absolute z-10 max-w-96 whitespace-pre-line break-words rounded-md bg-raised px-2.5 py-1.5 text-muted text-xs shadow-high max-sm:hidden',
            shown.stays ? 'cell-hint-stays' : 'cell-hint',
          )}
        >
          {shown.text}
        </p>
      )}
    </>
  )
}
