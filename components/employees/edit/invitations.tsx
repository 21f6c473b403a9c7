'use client'

import { lazy, Suspense } from 'react'
import { createSessionValue } from '#components/page/session-value.ts'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import { toPersonName } from '#lib/employees/to-person-name.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { Invitation } from './kept-schemas.ts'

const loadKept = whenOnline(() => import('./kept-schemas.ts'))
const loadSchema = async () => (await loadKept()).invitationListSchema
const InvitationNotice = lazy(whenOnline(() => import('./invitation-notice.tsx')))

const invitations = createSessionValue('invitations', loadSchema, [])

export function useInvitations(projectId: number): Invitation[] {
  return invitations.use().filter(invitation => invitation.project_id === projectId)
}

export function addInvitation(employee: Employee): void {
  const { id, project_id, email } = employee
  const added = { project_id, employee_id: id, email, person: toPersonName(employee) }
  invitations.set(list => [...list.filter(({ employee_id }) => employee_id !== id), added])
}

function dismissInvitation(employeeId: number): void {
  invitations.set(list => list.filter(({ employee_id }) => employee_id !== employeeId))
}

/** Few pages ever show one, so its code is not part of all of them. */
export function LateInvitationNotice({ invitation }: { invitation: Invitation }) {
  return (
    <Suspense>
      <InvitationNotice invitation={invitation} onDismiss={() => dismissInvitation(invitation.employee_id)} />
    </Suspense>
  )
}
