'use client'

import { useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/toast/live-region.tsx'
import { toDeskError } from '#lib/errors.ts'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { EmployeeUpdate } from '#lib/portrait-api/input-contract.ts'
import { type EditableField, toPersonName } from './editable-field.ts'
import { tellSaved } from './saved-cell.ts'
import { dropUnsaved, keepUnsaved } from './unsaved.ts'
import { useChangeEmployee } from './use-change-employee.ts'
import { useRefusalSentence } from './use-refusal-sentence.ts'

/** Saves one value. While it is on its way, and when it was refused, it stands among the unsaved ones with its reason. */
export function useSaveCell(employee: Employee, field: EditableField) {
  const t = useTranslations('employees')
  const toSentence = useRefusalSentence()
  const toReason = useServiceReason()
  const changeEmployee = useChangeEmployee()
  const names = { field: t(`columns.${field}`), person: toPersonName(employee) }

  async function save(text: string, changes: EmployeeUpdate): Promise<void> {
    keepUnsaved(employee, { field, text, reason: null })
    announce(t('edit.announceSaving', names))
    try {
      await changeEmployee({ employee, changes })
    } catch (thrown) {
      const error = toDeskError(thrown)
      const reasons = error.errors?.[field]?.map(reason => toReason(field, reason)) ?? []
      const isAboutMore = Object.keys(error.errors ?? {}).some(name => name !== field)
      const besides = reasons.length === 0 || isAboutMore ? [toSentence(error, [field])] : []
      keep(text, [...reasons, ...besides].join(' '))
      return
    }
    dropUnsaved(employee.id, field)
    tellSaved({ employeeId: employee.id, field })
    announce(t('edit.announceSaved', names))
  }

  /** Not sent, or refused: it waits in its cell for the person. */
  function keep(text: string, reason: string): void {
    keepUnsaved(employee, { field, text, reason })
    announce(t('edit.announceFailed', { ...names, reason }), { urgent: true })
  }

  return { save, keep, names }
}
