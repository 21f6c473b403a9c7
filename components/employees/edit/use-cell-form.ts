'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useRef } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { announce } from '#components/ui/live-region.tsx'
import { toDeskError } from '#lib/errors.ts'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { cellSchema, toUpdate } from './cell-schema.ts'
import { type EditableField, toFieldText } from './editable-field.ts'
import { useCellReason } from './use-cell-reason.ts'
import { useUpdateEmployee } from './use-update-employee.ts'

export type CellClosed = { saved: boolean; refocus: boolean }

type CellFormOptions = { employee: Employee; field: EditableField; onClose: (closed: CellClosed) => void }

/** How one cell is checked, saved, and closed. A value that was refused stays until the person changes or drops it. */
export function useCellForm({ employee, field, onClose }: CellFormOptions) {
  const t = useTranslations('employees')
  const toReason = useServiceReason()
  const formRef = useRef<HTMLFormElement>(null)
  const refused = useRef<string>(undefined)
  const update = useUpdateEmployee(employee)
  const form = useForm<{ value?: string | null }>({
    resolver: zodResolver(cellSchema(field)),
    defaultValues: { value: toFieldText(employee, field) },
    shouldFocusError: false,
  })
  const names = { field: t(`columns.${field}`), person: `${employee.first_name} ${employee.last_name}` }
  const reason = useCellReason(field, form.formState.errors.value)
  const saving = form.formState.isSubmitting

  /** The focus goes back to the cell only if the person has not taken it elsewhere meanwhile. */
  function close(saved: boolean) {
    onClose({ saved, refocus: formRef.current?.contains(document.activeElement) ?? false })
  }

  async function save({ value }: { value?: string | null }) {
    announce(t('edit.announceSaving', names))
    try {
      await update.mutateAsync(toUpdate(field, value))
    } catch (thrown) {
      const error = toDeskError(thrown)
      const reasons = error.errors?.[field]?.map(reason => toReason(field, reason)) ?? []
      form.setError('value', { type: error.code, message: reasons.join(' ') })
      return
    }
    announce(t('edit.announceSaved', names))
    close(true)
  }

  function getText(): string {
    return String(form.getValues('value') ?? '').trim()
  }

  function submit() {
    if (saving) return
    if (getText() === toFieldText(employee, field).trim()) return close(false)
    refused.current = getText()
    void form.handleSubmit(save)()
  }

  /** Leaving the cell saves too, but does not send again what was already refused. */
  function leave() {
    if (getText() !== refused.current) submit()
  }

  return { formRef, form, reason, saving, submit, leave, restore: () => !saving && close(false), names }
}
