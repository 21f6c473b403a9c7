'use client'

import { lazy, Suspense } from 'react'
import { createSessionValue } from '#components/page/session-value.ts'
import { whenOnline } from '#components/ui/browser/when-online.ts'
import type { Invitation } from './kept-schemas.ts'

const loadKept = whenOnline(() => import('./kept-schemas.ts'))
const loadSchema = async () => (await loadKept()).invitationListSchema
const InvitationNotice = lazy(whenOnline(() => import('./invitation-notice.tsx')))

/** Those that this tab has seen go out. */
export const invitations = createSessionValue('invitations', loadSchema, [])

export function useInvitations(projectId: number): Invitation[] {
  return invitations.use().filter(invitation => invitation.project_id === projectId)
}

/** Few pages ever show one, so its code is not part of all of them. */
export function LateInvitationNotice({ invitation }: { invitation: Invitation }) {
  const dismiss = () =>
    invitations.set(list => list.filter(({ employee_id }) => employee_id !== invitation.employee_id))
  return (
    <Suspense>
      <InvitationNotice invitation={invitation} onDismiss={dismiss} />
    </Suspense>
  )
}
