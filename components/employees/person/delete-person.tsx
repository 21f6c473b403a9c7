'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useRefusalSentence } from '#components/employees/edit/use-refusal-sentence.ts'
import { Button } from '#components/ui/button.tsx'
import { TrashIcon } from '#components/ui/icons.ts'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { toDeskError } from '#lib/errors.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { hasPhoto } from './has-photo.ts'
import { useDeletePerson } from './use-delete-person.ts'

/** Deletes for ever, after saying what that is. Who has a photo is deleted only by name. */
export function DeletePerson({ employee, onDeleted }: { employee: Employee; onDeleted: () => void }) {
  const t = useTranslations('person.delete')
  const toSentence = useRefusalSentence()
  const [asking, setAsking] = useState(false)
  const remove = useDeletePerson(employee, onDeleted)
  const person = `${employee.first_name} ${employee.last_name}`

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
        <p role="alert" className="mt-2 text-danger empty:hidden">
          {remove.error && toSentence(toDeskError(remove.error), [])}
        </p>
      </ConfirmDialog>
    </section>
  )
}
