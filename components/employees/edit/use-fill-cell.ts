'use client'

import type { ClipboardEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { closeToast, toast } from '#components/ui/toast/toast.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { type Cell, closeCell, hasPressed, isOpen, notePress, openCell, toEditableCell } from './cells.ts'
import { isSeveral, typeAhead } from './type-ahead.ts'
import { dropDraft, findDraft, findUnsaved, setDraft } from './unsaved.ts'

/** What comes into a cell otherwise than by its own field: what is pasted, and what is typed before the field is there. */
export function useFillCell(people: readonly Employee[]) {
  const t = useTranslations('employees.edit')

  /** In an open field the browser pastes by itself, but would make one value of several. */
  function onPaste(event: ClipboardEvent) {
    const { activeElement } = document
    const cell = toEditableCell(activeElement?.closest('td') ?? null)
    const text = event.clipboardData.getData('text/plain')
    if (!cell || text.trim() === '') return
    if (isSeveral(text)) {
      event.preventDefault()
      return tellOnce(t('pasteSeveral'), t('pasteSeveralText'))
    }
    if (cell.field === 'locale' || !activeElement?.matches('td')) return
    event.preventDefault()
    const begun = isOpen(cell) ? findBegun(cell) : undefined
    fill(cell, (begun?.text ?? '') + text.trim())
  }

  /** Opens a cell with this in it, or goes on in one that is open: it is kept, whatever happens before its field is there. */
  function fill(cell: Cell, text: string) {
    const employee = people.find(({ id }) => id === cell.employeeId)
    if (!employee) return
    openCell(cell)
    const shown = findBegun(cell)?.shown ?? employee[cell.field]
    setDraft(employee, { field: cell.field, text, reason: t('notSentYet'), shown })
  }

  /**
   * The field of a cell takes a moment to come when it is the first one. What is typed meanwhile stands in it then, and the key that
   * ends it ends it then; nothing of it is a key of the grid.
   */
  function keepForField(event: globalThis.KeyboardEvent, cell: Cell) {
    if (isPasteKey(event)) return
    event.preventDefault()
    if (event.key === 'Escape') {
      dropDraft()
      closeCell(cell)
    } else if (hasPressed()) return
    else if (event.key === 'Tab' || (event.key === 'Enter' && !event.repeat)) notePress(event)
    else if (cell.field !== 'locale') {
      const text = typeAhead(findBegun(cell)?.text ?? '', event)
      if (text !== null) fill(cell, text)
    }
  }

  return { onPaste, keepForField }
}

/** A value that nobody has typed in is marked as a whole: the first letter takes its place. */
function findBegun({ employeeId, field }: Cell) {
  return findDraft(employeeId, field) ?? findUnsaved(employeeId, field)
}

function isPasteKey({ key, ctrlKey, metaKey, shiftKey }: globalThis.KeyboardEvent): boolean {
  return ((ctrlKey || metaKey) && key.toLowerCase() === 'v') || (shiftKey && key === 'Insert')
}

let told: string | null = null

/** Who pastes again is not told twice. */
function tellOnce(title: string, text: string): void {
  if (told !== null) closeToast(told)
  told = toast({ title, text, tone: 'warning' })
}
