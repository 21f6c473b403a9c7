'use client'

import type { ClipboardEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { closeToast, toast } from '#components/ui/toast/toast.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { openCell, toEditableCell } from './cells.ts'
import { isSeveral } from './is-several.ts'
import { setDraft } from './unsaved.ts'

/** Pastes into the focused cell: the cell opens with the pasted text in it. */
export function usePasteIntoCell(people: readonly Employee[]) {
  const t = useTranslations('employees.edit')

  /** In an open field the browser pastes by itself, but would merge several values into one. */
  return function onPaste(event: ClipboardEvent) {
    const { activeElement } = document
    const cell = toEditableCell(activeElement?.closest('td') ?? null)
    const text = event.clipboardData.getData('text/plain')
    if (!cell || text.trim() === '') return
    if (isSeveral(text)) {
      event.preventDefault()
      return notifyOnce(t('pasteSeveral'), t('pasteSeveralText'))
    }
    const employee = people.find(({ id }) => id === cell.employeeId)
    if (!employee || cell.field === 'locale' || !activeElement?.matches('td')) return
    event.preventDefault()
    openCell(cell)
    setDraft(employee, { field: cell.field, text: text.trim(), reason: t('notSentYet') })
  }
}

let told: string | null = null

/** Replaces the previous message, so that pasting again does not show it twice. */
function notifyOnce(title: string, text: string): void {
  if (told !== null) closeToast(told)
  told = toast({ title, text, tone: 'warning' })
}
