'use client'

import { useTranslations } from 'use-intl/react'
import { findBulkChange } from '#components/employee-data/bulk-changes.ts'
import { useKeyDown } from '#components/ui/browser/use-key-down.ts'
import { closeToast, type ToastMessage, toast } from '#components/ui/toast/toast.ts'
import type { Cell } from './cells.ts'
import { findChange, findInvited, offerOnKey } from './undo.ts'
import { dropUnsaved, findUnsaved, isSaving } from './unsaved.ts'

/**
 * Takes back what was last done in one cell, or says why that cannot be: it was not changed here, a mail has gone out, or it
 * was changed for many at once, who are then all taken back together. What was typed and not saved goes first. Where the keys are
 * pressed in no cell, what was changed last is offered.
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

/** Who presses the keys again is not told twice. */
function tell(message: Omit<ToastMessage, 'id'>): void {
  if (told !== null) closeToast(told)
  told = toast(message)
}
