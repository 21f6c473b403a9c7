'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { MoreIcon } from '#components/ui/icons.ts'
import { ConfirmDialog } from '#components/ui/popup/confirm-dialog.tsx'
import { Menu } from '#components/ui/popup/menu.tsx'
import type { MenuEntry } from '#components/ui/popup/menu-entry.tsx'
import type { Account } from '#lib/contracts/accounts.ts'
import { ROLES, type Role } from '#lib/contracts/session.ts'
import type { AccountActions } from './use-account-actions.ts'

/** Menu of an administrator's actions on another user's account. */
export function AccountActionsMenu({ account, actions }: { account: Account; actions: AccountActions }) {
  const t = useTranslations('accounts')
  const [asking, setAsking] = useState<'disable' | 'remove' | null>(null)
  const [newRole, setNewRole] = useState<Role | null>(null)
  const { email, role, status, method } = account
  const label = t('menu.label', { email })

  const entries: MenuEntry[] = [
    ...(method === 'oidc' ? [] : [roleChoice(), { kind: 'line', key: 'role' } as const]),
    ...(method === 'oidc' || status === 'disabled' || !actions.givesLinks
      ? []
      : [{ label: t('menu.newLink'), onSelect: () => actions.renewLink(account) }]),
    status === 'disabled'
      ? { label: t('menu.enable'), onSelect: () => actions.change(account, { status: 'active' }) }
      : { label: t('menu.disable'), onSelect: () => setAsking('disable') },
    { label: t('menu.remove'), tone: 'danger', onSelect: () => setAsking('remove') },
  ]

  function roleChoice(): MenuEntry {
    return {
      kind: 'choice',
      label: t('menu.role'),
      options: ROLES.map(value => ({ value, label: t(`roles.${value}`) })),
      value: role,
      onChange: value => {
        const chosen = ROLES.find(name => name === value)
        if (chosen && chosen !== role) setNewRole(chosen)
      },
    }
  }

  function changeRole() {
    if (newRole) actions.change(account, { role: newRole })
    setNewRole(null)
  }

  function confirm() {
    if (asking === 'disable') actions.change(account, { status: 'disabled' })
    if (asking === 'remove') actions.remove(account)
    setAsking(null)
  }

  return (
    <>
      <Menu
        label={label}
        entries={entries}
        align="end"
        button={props => (
          <Button
            variant="quiet"
            size="icon"
            aria-label={label}
            busy={actions.busy === account.id}
            {...props}
          >
            <Icon of={MoreIcon} />
          </Button>
        )}
      />
      <ConfirmDialog
        open={newRole !== null}
        onOpenChange={open => !open && setNewRole(null)}
        title={t('changeRole.title', { email, role: t(`roles.${newRole ?? role}`) })}
        confirmLabel={t('changeRole.confirm')}
        onConfirm={changeRole}
      >
        {t(`changeRole.texts.${newRole ?? role}`)}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'disable'}
        onOpenChange={open => !open && setAsking(null)}
        title={t('disable.title', { email })}
        confirmLabel={t('disable.confirm')}
        onConfirm={confirm}
      >
        {t('disable.text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'remove'}
        onOpenChange={open => !open && setAsking(null)}
        title={t('remove.title', { email })}
        confirmLabel={t('remove.confirm')}
        onConfirm={confirm}
        typed={email}
      >
        {t(method === 'oidc' ? 'remove.textOfSignOn' : 'remove.text')}
      </ConfirmDialog>
    </>
  )
}
