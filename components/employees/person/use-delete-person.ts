'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'use-intl/react'
import { dropUnsaved } from '#components/employees/edit/unsaved.ts'
import { forgetPeople } from '#components/employees/state/forget-people.ts'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/http/desk-request.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** The row goes only when the service has said that the person is gone. */
export function useDeletePerson({ id, project_id, first_name, last_name }: Employee, onDeleted: () => void) {
  const t = useTranslations('person.delete')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => deskCommand(paths.api.employee(id), { method: 'DELETE' }),
    onSuccess: () => {
      dropUnsaved(id)
      onDeleted()
      toast({ tone: 'positive', title: t('done', { person: `${first_name} ${last_name}` }) })
      return forgetPeople(queries, project_id, [id])
    },
  })
}
