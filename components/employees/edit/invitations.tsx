'use client'

import { useTranslations } from 'use-intl/react'
import { createSessionValue } from '#components/page/session-value.ts'
import { Alert } from '#components/ui/alert.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon, MailIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import { type Invitation, invitationListSchema } from './kept-schemas.ts'

/** Invitations that went out while this tab was open. */
export const invitations = createSessionValue('invitations', invitationListSchema, [])

export function useInvitations(projectId: number): Invitation[] {
  return invitations.use().filter(invitation => invitation.project_id === projectId)
}

/** Notice that an invitation was sent again. Dismissing it moves the focus to the address in question. */
export function InvitationNotice({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('employees.invitation')
  const { email, person, employee_id } = invitation

  function dismiss() {
    moveFocus(`tr[data-person="${employee_id}"] > td[data-field="email"]`, 'h1')
    invitations.set(list => list.filter(other => other.employee_id !== employee_id))
  }

  return (
    <Alert
      mark={<Icon of={MailIcon} />}
      action={
        <IconButton small label={t('dismiss', { email })} onClick={dismiss}>
          <Icon of={CloseIcon} />
        </IconButton>
      }
    >
      <p>
        <span className="font-medium">{t('text', { email })}</span>{' '}
        <span className="text-muted">{t('person', { person })}</span>
      </p>
    </Alert>
  )
}
