'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { useChangeEmployee } from '#components/employees/edit/use-change-employee.ts'
import { announce } from '#components/ui/live-region.tsx'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { dropDraft, getDraft, putDraft } from './drafts.ts'
import { toPersonUpdate } from './person-update.ts'
import { PERSON_FIELDS, type PersonValues, personSchema, toPersonValues } from './person-values.ts'
import { useRefusal } from './use-refusal.ts'

/**
 * The form of a person's five fields. What was typed stays, whatever happens: a refusal, a newer record, going back.
 * Only the fields that were changed are sent.
 */
export function usePersonForm(employee: Employee) {
  const t = useTranslations('person')
  const [draft] = useState(() => getDraft(employee.id))
  const changeEmployee = useChangeEmployee()
  const shown = toPersonValues(employee)
  const form = useForm<PersonValues>({
    resolver: zodResolver(personSchema(employee)),
    defaultValues: shown,
    values: shown,
    resetOptions: { keepDirtyValues: true, keepErrors: true },
  })
  const refuse = useRefusal(form)
  useState(() => {
    for (const field of PERSON_FIELDS)
      if (draft && draft[field] !== shown[field]) form.setValue(field, draft[field], { shouldDirty: true })
  })

  function remember() {
    const values = form.getValues()
    if (Object.keys(toChanged(values)).length > 0) putDraft(employee.id, values)
    else dropDraft(employee.id)
  }

  function toChanged(values: PersonValues) {
    return PERSON_FIELDS.filter(field => values[field] !== shown[field])
  }

  function discard() {
    form.reset(shown)
    dropDraft(employee.id)
  }

  async function save(values: PersonValues) {
    const changes = toPersonUpdate(values, shown)
    if (Object.keys(changes).length === 0) return discard()
    try {
      const { employee: saved, kept } = await changeEmployee({ employee, changes })
      form.reset(toPersonValues(saved))
      dropDraft(employee.id)
      if (kept === 'mine') announce(t('form.saved', { person: `${saved.first_name} ${saved.last_name}` }))
    } catch (thrown) {
      refuse(thrown)
    }
  }

  return {
    form,
    restored: draft !== undefined,
    saving: form.formState.isSubmitting,
    remember,
    discard,
    submit: form.handleSubmit(save),
  }
}
