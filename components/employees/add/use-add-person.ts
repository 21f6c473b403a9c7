'use client'

import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { putPerson, readPeopleAnew } from '#components/employee-data/people-cache.ts'
import { openPerson } from '#components/employees/person/open-person.ts'
import {
  NOBODY_YET,
  newPersonSchema,
  type PersonValues,
  toNewPerson,
} from '#components/employees/person/person-values.ts'
import { useRefusal } from '#components/employees/person/refusals.ts'
import { closeOfChange, toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { deskRequest } from '#lib/http/desk-request.ts'
import { inTurn } from '#lib/http/in-turn.ts'
import { employeeResponse, type Project } from '#lib/portrait-api/contract.ts'

type AddPersonOptions = { onTyped: (typed: boolean) => void; onClose: () => void }

/** Adds one person, then closes or clears the form for the next. A refusal leaves everything as it is. */
export function useAddPerson(project: Project, { onTyped, onClose }: AddPersonOptions) {
  const t = useTranslations('person.add')
  const queries = useQueryClient()
  const [added, setAdded] = useState<string | null>(null)
  const form = useForm<PersonValues>({ resolver: zodResolver(newPersonSchema), defaultValues: NOBODY_YET })
  const refuse = useRefusal(form)
  const create = useMutation({
    mutationFn: (values: PersonValues) =>
      inTurn(() =>
        deskRequest(paths.api.employees(project.id), employeeResponse, {
          method: 'POST',
          body: toNewPerson(values),
        }),
      ),
  })

  function submit(then: 'close' | 'next') {
    return form.handleSubmit(async values => {
      try {
        const { data } = await create.mutateAsync(values)
        const person = toPersonName(data)
        putPerson(queries, data)
        onTyped(false)
        if (then === 'next') {
          form.reset({ ...NOBODY_YET, locale: values.locale })
          form.setFocus('first_name')
          setAdded(person)
          closeOfChange()
        } else {
          onClose()
          toast({
            tone: 'positive',
            title: t('added', { person }),
            action: { label: t('show'), onPress: () => openPerson(project.id, data.id) },
            ofChange: true,
          })
        }
        await readPeopleAnew(queries, project.id)
      } catch (thrown) {
        refuse(thrown)
      }
    })
  }

  return { form, saving: form.formState.isSubmitting, added, submit }
}
