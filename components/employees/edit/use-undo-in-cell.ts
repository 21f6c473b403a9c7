'use client'

import { useTranslations } from 'use-intl/react'
import { findBulkChange } from '#components/employee-data/bulk-changes.ts'
import { useKeyDown } from '#components/ui/browser/use-key-down.ts'
import { closeToast, type ToastMessage, toast } from '#components/ui/toast/toast.ts'
import type { Cell } from './cells.ts'
import { findChange, findInvited, offerOnKey } from './undo.ts'
import { dropUnsaved, findUnsaved, isSaving } from './unsaved.ts'

/**
 * Undoes the last change of one cell, or says why it cannot: not changed here, a mail has gone out, or part of a bulk
 * change, which is undone as a whole. A typed and unsaved value is dropped first. Outside of cells, the undo keys
 * offer the last change.
 */
export function useUndoInCell(): (cell: Cell) => void {
  const t = useTranslations('employees.edit')
  useKeyDown(offerOnKey)
  return cell => {
    const unsaved = findUnsaved(cell.employeeId, cell.field)
    if (unsaved) return isSaving(unsaved) ? undefined : dropUnsaved(cell.employeeId, cell.field)
    const bulk = cell.field === 'locale' ? findBulkChange(cell.employeeId) : undefined
    const change = findChange(cell)
    if (bulk && bulk.at > (change?.at ?? 0)) {
      return tell({
        title: t('undoBulk', { count: bulk.people.size }),
        action: { label: t('undoForAll'), onPress: bulk.undo },
        ofChange: true,
      })
    }
    if (change) return change.undo()
    const email = findInvited(cell)
    tell(
      email === undefined
        ? { title: t('undoNothing'), text: t('undoNothingText'), ofChange: true }
        : { title: t('undoSent'), text: t('undoSentText', { email }), ofChange: true },
    )
  }
}

let told: string | null = null

/** Replaces the previous message, so that pressing the keys again does not show it twice. */
function tell(message: Omit<ToastMessage, 'id'>): void {
  if (told !== null) closeToast(told)
  told = toast(message)
}
