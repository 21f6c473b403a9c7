'use client'

import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { CloseIcon, MailIcon } from '#components/ui/icons.tsx'
import { moveFocus } from '#components/ui/move-focus.ts'
import { cellId } from './focus-targets.ts'
import { dismissInvitation, type Invitation } from './invitations.ts'

export function InvitationNotice({ invitation }: { invitation: Invitation }) {
  const t = useTranslations('employees.invitation')
  const { email, person, employee_id } = invitation

  function dismiss() {
    moveFocus(`#${cellId(employee_id, 'email')}`, 'h1')
    dismissInvitation(employee_id)
  }

  return (
    <div className="flex items-center gap-2.5 rounded-md bg-accent-soft py-1.5 ps-3.5 pe-1.5 text-sm">
      <MailIcon className="size-4 text-accent-text" />
      <output className="min-w-0 grow break-words">
        <span className="font-medium">{t('text', { email })}</span>{' '}
        <span className="text-muted">{t('person', { person })}</span>
      </output>
      <Button variant="quiet" size="icon" aria-label={t('dismiss', { email })} onClick={dismiss}>
        <CloseIcon />
      </Button>
    </div>
  )
}
