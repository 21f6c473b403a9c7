'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { forgetPeople } from '#components/employee-data/people-cache.ts'
import { type Elsewhere, useElsewhere, WhatStays } from '#components/employee-data/what-stays.tsx'
import { useRefusalSentence } from '#components/employees/edit/reasons.ts'
import { dropUnsaved } from '#components/employees/edit/unsaved.ts'
import { startFresh } from '#components/page/start-fresh.ts'
import { LiveText } from '#components/ui/announce.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { TrashIcon } from '#components/ui/icons.ts'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { toast } from '#components/ui/toast/toast.ts'
import { paths } from '#lib/address/paths.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'
import { inTurn } from '#lib/desk-api/in-turn.ts'
import { hasPhoto } from '#lib/employees/may-have-photos.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import { toDeskError } from '#lib/errors.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

/**
 * Deletes an employee for good, after stating the consequences. A single employee is named; no confirmation is typed.
 */
export function DeletePerson({ employee, onDeleted }: { employee: Employee; onDeleted: () => void }) {
  const t = useTranslations('person.delete')
  const toSentence = useRefusalSentence()
  const [asking, setAsking] = useState(false)
  const elsewhere = useElsewhere(employee.id)
  const remove = useDeletePerson(employee, {
    elsewhere,
    onDeleted: () => {
      // A dialog that is still open would keep the focus and lose it when it unmounts.
      setAsking(false)
      onDeleted()
    },
  })
  const person = toPersonName(employee)

  const ask = (open: boolean) => startFresh(remove, () => setAsking(open))

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
        <Icon of={TrashIcon} />
        {t('ask')}
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={t('question', { person })}
        confirmLabel={t('confirm')}
        onConfirm={() => remove.mutate()}
        busy={remove.isPending}
      >
        <p>{hasPhoto(employee) ? t('goesWithPhoto', { person }) : t('goes', { person })}</p>
        <WhatStays elsewhere={elsewhere} />
        <LiveText className="mt-2 text-danger">
          {remove.error && toSentence(toDeskError(remove.error), [])}
        </LiveText>
      </ConfirmDialog>
    </section>
  )
}

/** Removes the row only after the service confirms the deletion. */
function useDeletePerson(
  employee: Employee,
  { elsewhere: { downloads, places }, onDeleted }: { elsewhere: Elsewhere; onDeleted: () => void },
) {
  const { id, project_id } = employee
  const t = useTranslations('person.delete')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => inTurn(() => deleteOnce(id)),
    onSuccess: wasThere => {
      dropUnsaved(id)
      onDeleted()
      toast({
        tone: 'positive',
        title: t(wasThere ? 'done' : 'doneBefore', { person: toPersonName(employee) }),
        ...(downloads + places.length > 0 && { text: t('doneElsewhere') }),
        ofChange: true,
      })
      return forgetPeople(queries, project_id, [id])
    },
  })
}

/** Returns whether the employee still existed; an employee already deleted is a success. */
async function deleteOnce(employeeId: number): Promise<boolean> {
  try {
    await deskCommand(paths.api.employee(employeeId), { method: 'DELETE' })
    return true
  } catch (thrown) {
    if (toDeskError(thrown).code !== 'not_found') throw thrown
    return false
  }
}
