'use client'

import { useTranslations } from 'use-intl/react'
import { useStatusWords } from '#components/employee-data/use-status-words.ts'
import { createStore } from '#components/ui/browser/store.ts'
import { cx } from '#components/ui/cx.ts'
import type { Employee, Project } from '#lib/portrait-api/contract.ts'
import { GLOSSARY_TERMS, toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import type { EditableField } from '../edit/employee-values.ts'

type Hinted = {
  text: string
  place: { top: number; left: number }
  /** The bottom edge of the hint is at this position, so it covers the previous row and not the next one. */
  above: boolean
  /** True for a hint about keys: shown for a moment, and not on a phone, which has none. */
  ofKeys: boolean
}

const hinted = createStore<Hinted | null>(null)

/** Id of the text that describes the grid: its keys. */
export const GRID_HELP_ID = 'grid-help'

/**
 * Returns the id of the text that describes a cell: how to edit it, how to open the employee from a name, and what
 * the default language is.
 */
export function hintIdOf({ locale }: Employee, field: EditableField): string {
  if (field === 'locale' && locale === null) return 'default-hint'
  return field === 'last_name' || field === 'first_name' ? 'name-hint' : 'cell-hint'
}

/**
 * Returns the id of the text that describes a status cell: the meaning of the status, and the party that does the
 * next step.
 */
export function statusHintIdOf(employee: Employee): string {
  return `status-${toGlossaryTerm(employee)}-hint`
}

/**
 * Shows the text that a column cuts off and the hint that describes the cell, if any; null hides it. Text to read
 * stays; a hint about keys disappears. `pointed`: under a pointer, a value only shows what is cut off.
 */
export function hintAt(cell: HTMLElement | null, { pointed = false }: { pointed?: boolean } = {}): void {
  const id = cell?.getAttribute('aria-describedby') ?? ''
  const ofKeys = !pointed && cell?.dataset.field !== undefined
  const isHinted = id.endsWith('-hint') && (ofKeys || cell?.dataset.field === undefined)
  const hint = isHinted ? document.getElementById(id)?.textContent : null
  const isCut = !cell?.matches('[data-open]') && [cell, cell?.querySelector('bdi')].some(isTooWide)
  const text = [isCut && cell?.innerText, hint].filter(Boolean).join('\n')
  if (!cell || text === '') {
    if (hinted.get()) hinted.set(null)
    return
  }
  const above = !pointed && cell.matches(':focus-visible')
  const [{ top, bottom, left }, table] = [cell.getBoundingClientRect(), cell.closest('table')]
  const from = table?.getBoundingClientRect() ?? new DOMRect()
  const place = { top: (above ? top : bottom) - from.top, left: left - from.left }
  hinted.set({ text, place, above, ofKeys })
}

function isTooWide(box: Element | null | undefined): boolean {
  return Boolean(box && box.scrollWidth > box.clientWidth)
}

/**
 * Hints on how to edit a cell and what a status means. Screen readers read them; they are visible when the focus
 * rests on the cell, for a status also under the pointer. They let clicks through.
 */
export function CellHints({ project, editable }: { project: Project; editable: boolean }) {
  const t = useTranslations('employees.edit')
  const status = useStatusWords(project)
  const shown = hinted.use()
  const texts: [id: string, text: string][] = [
    [GRID_HELP_ID, t(editable ? 'gridHelp' : 'gridHelpReadOnly')],
    ['cell-hint', t('cellHint')],
    ['name-hint', t('nameHint')],
    ['default-hint', t('defaultHint')],
    ...GLOSSARY_TERMS.map((term): [string, string] => [
      `status-${term}-hint`,
      `${status.means(term)} ${status.next(term)}`,
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
            'pointer-events-none absolute z-10 max-w-96 whitespace-pre-line break-words rounded-md bg-raised px-2.5 py-1.5 text-muted text-xs shadow-high max-sm:max-w-52',
            shown.ofKeys ? 'cell-hint max-sm:hidden' : 'cell-hint-stays',
            shown.above && '-translate-y-full',
          )}
        >
          {shown.text}
        </p>
      )}
    </>
  )
}
