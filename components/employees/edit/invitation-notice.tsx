'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Icon } from '#components/ui/icon.ts'
import { CloseIcon, MailIcon } from '#components/ui/icons.ts'
import { IconButton } from '#components/ui/popup/icon-button.tsx'
import type { Invitation } from './kept-schemas.ts'

type InvitationNoticeProps = { invitation: Invitation; onDismiss: () => void }

/** Loaded when the first invitation goes out. Dismissing it moves the focus to the address that it was about. */
export default function InvitationNotice({ invitation, onDismiss }: InvitationNoticeProps) {
  const t = useTranslations('employees.invitation')
  const { email, person, employee_id } = invitation

  function dismiss() {
    moveFocus(`tr[data-person="${employee_id}"] > td[data-field="email"]`, 'h1')
    onDismiss()
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
