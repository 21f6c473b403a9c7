'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { forgetPeople } from '#components/employee-data/people-cache.ts'
import { useRefusalSentence } from '#components/employees/edit/reasons.ts'
import { dropUnsaved } from '#components/employees/edit/unsaved.ts'
import { Said } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { TrashIcon } from '#components/ui/icons.ts'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { toDeskError } from '#lib/errors.ts'
import { deskCommand } from '#lib/http/desk-request.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/** Deletes for good, after saying what goes. For somebody with a photo, the name must be typed. */
export function DeletePerson({ employee, onDeleted }: { employee: Employee; onDeleted: () => void }) {
  const t = useTranslations('person.delete')
  const toSentence = useRefusalSentence()
  const [asking, setAsking] = useState(false)
  const remove = useDeletePerson(employee, onDeleted)
  const person = toPersonName(employee)

  function ask(open: boolean) {
    if (remove.isPending) return
    remove.reset()
    setAsking(open)
  }

  return (
    <section
      aria-labelledby="delete-person"
      className="grid justify-items-start gap-2 border-line border-t pt-5"
    >
      <h3 id="delete-person" className="font-medium text-sm">
        {t('title')}
      </h3>
      <p className="text-muted text-sm">{t('text')}</p>
      <Button variant="danger" size="small" aria-haspopup="dialog" onClick={() => ask(true)}>
        <TrashIcon />
        {t('ask')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={t('question', { person })}
        confirmLabel={t('confirm')}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
        {...(hasPhoto(employee) && { typed: person })}
      >
        <p>{hasPhoto(employee) ? t('goesWithPhoto', { person }) : t('goes', { person })}</p>
        <Said className="mt-2 text-danger">{remove.error && toSentence(toDeskError(remove.error), [])}</Said>
      </ConfirmDialog>
    </section>
  )
}

/** The row goes only when the service has said that the person is gone. */
function useDeletePerson(employee: Employee, onDeleted: () => void) {
  const { id, project_id } = employee
  const t = useTranslations('person.delete')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => deskCommand(paths.api.employee(id), { method: 'DELETE' }),
    onSuccess: () => {
      dropUnsaved(id)
      onDeleted()
      toast({ tone: 'positive', title: t('done', { person: toPersonName(employee) }), ofChange: true })
      return forgetPeople(queries, project_id, [id])
    },
  })
}

/** Whether the service holds any photo of this person, finished or not. */
function hasPhoto({ uploaded_at, photo }: Pick<Employee, 'uploaded_at' | 'photo'>): boolean {
  return uploaded_at !== null || photo.edited_at !== null
}
