'use client'

import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { InvitationNotice, useInvitations } from '#components/employees/edit/invitations.tsx'
import type { Unsaved } from '#components/employees/edit/kept-schemas.ts'
import { isSaving, replaceReason, useUnsaved, warnBeforeLeaving } from '#components/employees/edit/unsaved.ts'
import { UnsavedList } from '#components/employees/edit/unsaved-list.tsx'
import { useOpenPerson } from '#components/employees/person/open-person.ts'
import { useSignedInAgain } from '#components/page/session-state.ts'
import type { PeoplePage } from '#lib/employees/people-contract.ts'

type NoticesElsewhereProps = { projectId: number; page: PeoplePage | undefined }

/** Notices about employees whose rows are not on this page: invitations that went out, values that were not saved. */
export function NoticesElsewhere({ projectId, page }: NoticesElsewhereProps) {
  const isElsewhere = (employeeId: number) => !page?.data.some(({ id }) => id === employeeId)
  const invitations = useInvitations(projectId).filter(({ employee_id }) => isElsewhere(employee_id))
  const some = useUnsaved(projectId).length > 0
  const unsaved = useUnsavedRows(projectId).filter(
    value => !isSaving(value) && isElsewhere(value.employee_id),
  )

  const sentence = useTranslations('errors')
  const t = useTranslations('employees.edit')
  useSignedInAgain(() => replaceReason(sentence('signed_out'), t('notSentYet')))
  useEffect(() => (some ? warnBeforeLeaving() : undefined), [some])

  return (
    <>
      {invitations.map(invitation => (
        <InvitationNotice key={invitation.employee_id} invitation={invitation} />
      ))}
      {unsaved.length > 0 && <UnsavedList projectId={projectId} unsaved={unsaved} />}
    </>
  )
}

/**
 * Returns the unsaved values that the table shows. The employee whose sheet is open is left out, so that no row moves
 * behind the sheet while the user types.
 */
export function useUnsavedRows(projectId: number): Unsaved[] {
  const { employeeId } = useOpenPerson(projectId)
  return useUnsaved(projectId).filter(({ employee_id }) => employee_id !== employeeId)
}
