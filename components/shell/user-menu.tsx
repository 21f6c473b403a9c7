'use client'

import { useTranslations } from 'use-intl/react'
import { openHelp } from '#components/page/help-state.ts'
import { Avatar } from '#components/ui/avatar.tsx'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ChevronDownIcon } from '#components/ui/icons.ts'
import { Menu } from '#components/ui/popup/menu.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import type { User } from '#lib/contracts/session.ts'
import { toVisible, withoutInvisible } from '#lib/text/invisible.ts'
import { useSignOut } from './use-sign-out.ts'

export function UserMenu({ user }: { user: User }) {
  const t = useTranslations('app.account')
  const pages = useTranslations('shell.pages')
  const help = useTranslations('help')
  const { leaving, leave } = useSignOut()

  return (
    <Menu
      label={t('label', { email: user.email })}
      head={
        <>
          <p className="truncate font-medium" title={toVisible(user.email)}>
            <UserText>{user.email}</UserText>
          </p>
          <p className="text-muted text-sm">{t(`roles.${user.role}`)}</p>
        </>
      }
      entries={[
        { kind: 'link', label: pages('account'), href: paths.account() },
        { label: help('open'), onSelect: openHelp, keys: '?' },
        { kind: 'link', label: pages('about'), href: paths.about() },
        { label: leaving ? t('signingOut') : t('signOut'), onSelect: leave, disabled: leaving },
      ]}
      button={props => (
        <Button
          variant="quiet"
          size="small"
          busy={leaving}
          aria-label={t('label', { email: user.email })}
          className="gap-1 px-1"
          {...props}
        >
          <Avatar initials={withoutInvisible(user.email).slice(0, 1)} seed={5} size="small" />
          <Icon of={ChevronDownIcon} className="size-3.5 max-sm:hidden" />
        </Button>
      )}
    />
  )
}
