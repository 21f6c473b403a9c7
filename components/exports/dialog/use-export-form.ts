'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import { useLocale } from 'use-intl/react'
import type { ExportTarget } from '#lib/exports/contract.ts'
import {
  type ExportFormValues,
  exportFormSchema,
  firstValues,
  targetValues,
  toExportRequest,
} from './export-request.ts'
import type { ExportSubject } from './export-subject.ts'
import { useExportPlan } from './use-export-plan.ts'

type ExportFormOptions = { subject: ExportSubject; targets: readonly ExportTarget[]; first: ExportTarget }

/** The choices of the dialog, and what they would lead to. Every choice has an answer from the start. */
export function useExportForm({ subject, targets, first }: ExportFormOptions) {
  const locale = useLocale()
  const { project, people = [] } = subject
  const form = useForm<ExportFormValues>({
    resolver: zodResolver(exportFormSchema),
    defaultValues: firstValues(first, { projectId: project.id, people, locale }),
    mode: 'onChange',
  })
  const values = form.watch()
  const target = targets.find(({ id }) => id === values.target) ?? first
  const { data } = exportFormSchema.safeParse(values)
  const request = data ? toExportRequest(data, target) : null
  const plan = useExportPlan(request)

  /** Another target has other names, another form and other sizes: what was chosen for the last one goes. */
  function chooseTarget(id: string) {
    const chosen = targets.find(target => target.id === id)
    if (chosen) form.reset({ ...values, ...targetValues(chosen) })
  }

  return { form, values, target, request, plan, chooseTarget }
}

export type ExportFormState = ReturnType<typeof useExportForm>
