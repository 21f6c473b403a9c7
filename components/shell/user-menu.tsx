'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { ChevronDownIcon } from '#components/ui/icons.tsx'
import { paths } from '#lib/paths.ts'
import type { User } from '#lib/session/contract.ts'
import { forgetSessionValues } from './session-value.ts'

const MENU_ID = 'account-menu'

export function UserMenu({ user }: { user: User }) {
  const t = useTranslations('app.account')
  const [leaving, setLeaving] = useState(false)

  async function leave() {
    setLeaving(true)
    const { signOut } = await import('next-auth/react')
    await signOut({ redirect: false }).catch(() => undefined)
    forgetSessionValues()
    window.location.assign(paths.signIn())
  }

  return (
    <>
      <Button
        variant="quiet"
        size="small"
        popoverTarget={MENU_ID}
        aria-label={t('label', { email: user.email })}
        className="gap-1"
      >
        <span className="tint grid size-6 place-items-center rounded-full font-semibold text-xs uppercase">
          {user.email.slice(0, 1)}
        </span>
        <ChevronDownIcon className="size-3.5" />
      </Button>
      <div
        id={MENU_ID}
        popover="auto"
        className="account-menu w-64 rounded-lg border border-line bg-panel p-1.5 text-text shadow-high"
      >
        <p className="truncate px-3.5 pt-1.5 font-medium" title={user.email}>
          {user.email}
        </p>
        <p className="border-line border-b px-3.5 pb-2.5 text-muted text-sm">{t(`roles.${user.role}`)}</p>
        <Button
          variant="quiet"
          className="mt-1.5 w-full justify-start text-text"
          busy={leaving}
          onClick={leave}
        >
          {leaving ? t('signingOut') : t('signOut')}
        </Button>
      </div>
    </>
  )
}
