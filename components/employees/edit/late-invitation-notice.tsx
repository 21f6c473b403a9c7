'use client'

import { lazy, Suspense } from 'react'
import type { Invitation } from './invitation-schema.ts'

const InvitationNotice = lazy(() => import('./invitation-notice.tsx'))

/** Few pages ever show one, so its code is not part of all of them. */
export function LateInvitationNotice({ invitation }: { invitation: Invitation }) {
  return (
    <Suspense>
      <InvitationNotice invitation={invitation} />
    </Suspense>
  )
}
