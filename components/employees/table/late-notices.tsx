'use client'

import { lazy, Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { LateInvitationNotice, useInvitations } from '#components/employees/edit/invitations.tsx'
import type { Unsaved } from '#components/employees/edit/kept-schemas.ts'
import { isSaving, replaceReason, useUnsaved, warnBeforeLeaving } from '#components/employees/edit/unsaved.ts'
import { useOpenPerson } from '#components/employees/person/open-person.ts'
import { useSignedInAgain } from '#components/page/session-state.ts'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import type { PeoplePage } from '#lib/employees/people-contract.ts'

const UnsavedList = lazy(whenOnline(() => import('#components/employees/edit/unsaved-list.tsx')))

type LateNoticesProps = { projectId: number; page: PeoplePage | undefined }

/** What belongs to people whose rows are not on this page: invitations that went out, values that were not saved. */
export function LateNotices({ projectId, page }: LateNoticesProps) {
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
        <LateInvitationNotice key={invitation.employee_id} invitation={invitation} />
      ))}
      {unsaved.length > 0 && (
        <Suspense>
          <UnsavedList projectId={projectId} unsaved={unsaved} />
        </Suspense>
      )}
    </>
  )
}

/** What the table shows: nothing of the person whose sheet is open, so that no row moves behind it as they type. */
export function useUnsavedRows(projectId: number): Unsaved[] {
  const { employeeId } = useOpenPerson(projectId)
  return useUnsaved(projectId).filter(({ employee_id }) => employee_id !== employeeId)
}
