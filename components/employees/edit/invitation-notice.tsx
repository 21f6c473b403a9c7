'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { IconButton } from '#components/ui/icon-button.tsx'
import { CloseIcon, MailIcon } from '#components/ui/icons.ts'
import { cellSelector } from './focus-targets.ts'
import type { Invitation } from './invitation-schema.ts'
import { dismissInvitation } from './invitations.ts'

/** Comes when the first invitation goes out. */
export default function InvitationNotice({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('employees.invitation')
  const { email, person, employee_id } = invitation

  function dismiss() {
    moveFocus(cellSelector(employee_id, 'email'), 'h1')
    dismissInvitation(employee_id)
  }

  return (
    <Alert
      mark={<MailIcon />}
      action={
        <IconButton small label={t('dismiss', { email })} onClick={dismiss}>
          <CloseIcon />
        </IconButton>
      }
    >
      <output>
        <span className="font-medium">{t('text', { email })}</span>{' '}
        <span className="text-muted">{t('person', { person })}</span>
      </output>
    </Alert>
  )
}
