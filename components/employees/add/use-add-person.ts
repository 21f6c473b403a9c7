'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { putPerson, readPeopleAnew } from '#components/employee-data/people-cache.ts'
import { useRefusalSentence } from '#components/employees/edit/reasons.ts'
import { openPerson } from '#components/employees/person/open-person.ts'
import {
  NOBODY_YET,
  newPersonSchema,
  type PersonValues,
  toNewPerson,
} from '#components/employees/person/person-values.ts'
import { useRefusal } from '#components/employees/person/refusals.ts'
import { useGoTo } from '#components/page/use-go-to.ts'
import type { FormWindow } from '#components/ui/popup/form-dialog.tsx'
import { closeOfChange, toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { deskRequest } from '#lib/desk-api/desk-request.ts'
import { inTurn } from '#lib/desk-api/in-turn.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { type DeskError, toDeskError } from '#lib/errors.ts'
import { type Employee, employeeResponse, type Project } from '#lib/portrait-api/contract.ts'

/**
 * Adds one employee, then closes the form or clears it for the next one. A refusal leaves the form unchanged. If the
 * user has left the page meanwhile, a toast reports the outcome.
 */
export function useAddPerson(project: Project, { onTyped, send, isThere, close }: FormWindow) {
  const t = useTranslations('person.add')
  const queries = useQueryClient()
  const goTo = useGoTo()
  const toSentence = useRefusalSentence()
  const [added, setAdded] = useState<string | null>(null)
  const form = useForm<PersonValues>({ resolver: zodResolver(newPersonSchema), defaultValues: NOBODY_YET })
  const refuse = useRefusal(form)

  function create(values: PersonValues) {
    const request = { method: 'POST', body: toNewPerson(values) } as const
    return send(() => inTurn(() => deskRequest(paths.api.employees(project.id), employeeResponse, request)))
  }

  function submit(then: 'close' | 'next') {
    return form.handleSubmit(async values => {
      try {
        const { data } = await create(values)
        putPerson(queries, data)
        if (then === 'next' && isThere()) beginNext(data, values)
        else finish(data)
        await readPeopleAnew(queries, project.id)
      } catch (thrown) {
        if (isThere()) refuse(thrown)
        else showRefusal(values, toDeskError(thrown))
      }
    })
  }

  function beginNext(created: Employee, { locale }: PersonValues) {
    onTyped(false)
    form.reset({ ...NOBODY_YET, locale })
    form.setFocus('first_name')
    setAdded(toPersonName(created))
    closeOfChange()
  }

  function finish(created: Employee) {
    if (isThere()) close()
    toast({
      tone: 'positive',
      title: t('added', { person: toPersonName(created) }),
      action: { label: t('show'), onPress: () => show(created.id) },
      ofChange: true,
    })
  }

  function show(id: number) {
    if (!openPerson(project.id, id)) goTo(paths.person(project.id, id))
  }

  function showRefusal(values: PersonValues, error: DeskError) {
    const title = t('notAdded', { person: toPersonName(values) })
    toast({ title, text: toSentence(error, []), tone: 'danger', urgent: true })
  }

  return { form, saving: form.formState.isSubmitting, added, submit }
}
