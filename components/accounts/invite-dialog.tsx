'use client'

import { useTranslations } from 'use-intl/react'
import { Dialog } from '#components/ui/dialog.tsx'
import { InviteForm } from './invite-form.tsx'
import type { GivenLink } from './use-account-actions.ts'

type InviteDialogProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  onInvited: (given: GivenLink) => void
}

export function InviteDialog({ open, onOpenChange, onInvited }: InviteDialogProps) {
  const t = useTranslations('accounts.inviteDialog')

  function finish(given: GivenLink) {
    onOpenChange(false)
    onInvited(given)
  }

  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={t('title')} description={t('text')}>
      <InviteForm onInvited={finish} onCancel={() => onOpenChange(false)} />
    </Dialog>
  )
}
