'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { usePageCommand } from '#components/page/page-commands.ts'
import { PageHeader } from '#components/page/page-header.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { useHydrated } from '#components/ui/browser/use-hydrated.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.ts'
import { UserPlusIcon } from '#components/ui/icons.ts'
import { Panel } from '#components/ui/panel.tsx'
import type { Account } from '#lib/contracts/accounts.ts'
import type { User } from '#lib/contracts/session.ts'
import { AccountFilterBar, SEARCH_ID } from './account-filter-bar.tsx'
import { filterAccounts } from './account-filters.ts'
import { AccountsTable } from './accounts-table.tsx'
import { InviteDialog } from './invite-dialog.tsx'
import { LinkDialog } from './link-dialog.tsx'
import { useAccountActions } from './use-account-actions.ts'
import { NO_ACCOUNT_FILTERS, useAccountFilters } from './use-account-filters.ts'

type AccountsScreenProps = {
  user: User
  accounts: Account[]
  /** False when all users sign in with the company's single sign-on: then no account is invited here. */
  localSignIn: boolean
}

/** Screen of all accounts with their status and role. */
export function AccountsScreen({ user, accounts, localSignIn }: AccountsScreenProps) {
  const t = useTranslations('accounts')
  const sentence = useTranslations('errors')
  const [inviting, setInviting] = useState(false)
  const state = useAccountFilters()
  const actions = useAccountActions({ givesLinks: localSignIn })
  const shown = filterAccounts(accounts, state.filters)

  function clear() {
    moveFocus(`#${SEARCH_ID}`)
    state.change(NO_ACCOUNT_FILTERS)
  }

  return (
    <>
      <PageHeader
        title={t('title')}
        facts={
          <>
            <span>{t('facts')}</span>
            <span>{t('count', { count: accounts.length })}</span>
          </>
        }
        actions={localSignIn && <InviteButton onInvite={() => setInviting(true)} />}
      />
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4">
        <AccountFilterBar {...state} onClear={clear} />
        {actions.problem && (
          <Alert tone="danger" live>
            {sentence(actions.problem)}
          </Alert>
        )}
        <Panel>
          {shown.length > 0 && (
            <AccountsTable user={user} accounts={accounts} shown={shown} actions={actions} />
          )}
          {shown.length === 0 && (
            <EmptyState
              title={t('noMatch.title')}
              action={<Button onClick={clear}>{t('filters.clear')}</Button>}
            >
              {t('noMatch.text')}
            </EmptyState>
          )}
          {accounts.length === 1 && shown.length === 1 && (
            <EmptyState title={t('alone.title')} className="border-line border-t py-10">
              {t('alone.text')}
            </EmptyState>
          )}
        </Panel>
      </div>
      <InviteDialog open={inviting} onOpenChange={setInviting} onInvited={actions.showLink} />
      <LinkDialog given={actions.link} onClose={actions.hideLink} />
    </>
  )
}

/** Button for a new account, also offered in the palette. */
function InviteButton({ onInvite }: { onInvite: () => void }) {
  const t = useTranslations('accounts')
  const hydrated = useHydrated()
  usePageCommand('invitePerson', onInvite)
  return (
    <Button variant="primary" disabled={!hydrated} onClick={onInvite}>
      <Icon of={UserPlusIcon} />
      {t('invite')}
    </Button>
  )
}
