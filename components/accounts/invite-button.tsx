'use client'

import { useTranslations } from 'use-intl/react'
import { usePageCommand } from '#components/page/page-commands.ts'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { UserPlusIcon } from '#components/ui/icons.ts'

/** The way to a new account, also from the palette. */
export function InviteButton({ onInvite }: { onInvite: () => void }) {
  const t = useTranslations('accounts')
  const hydrated = useHydrated()
  usePageCommand('invitePerson', onInvite)
  return (
    <Button variant="primary" disabled={!hydrated} onClick={onInvite}>
      <UserPlusIcon />
      {t('invite')}
    </Button>
  )
}
