'use client'

import { useTranslations } from 'use-intl/react'
import { Table, TableBody, TableHead, TableHeader } from '#components/ui/table.tsx'
import type { Account } from '#lib/contracts/accounts.ts'
import type { User } from '#lib/contracts/session.ts'
import { AccountRow } from './account-row.tsx'
import type { AccountActions } from './use-account-actions.ts'

type AccountsTableProps = {
  user: User
  accounts: Account[]
  /** Accounts that match the filters. */
  shown: Account[]
  actions: AccountActions
}

export function AccountsTable({ user, accounts, shown, actions }: AccountsTableProps) {
  const t = useTranslations('accounts')
  const admins = accounts.filter(({ role, can_sign_in }) => role === 'admin' && can_sign_in)
  return (
    <Table>
      <caption className="sr-only">{t('caption')}</caption>
      <TableHead>
        <tr>
          <TableHeader>{t('columns.email')}</TableHeader>
          <TableHeader className="w-[15%]">{t('columns.role')}</TableHeader>
          <TableHeader className="w-[15%]">{t('columns.status')}</TableHeader>
          <TableHeader className="w-[16%]">{t('columns.method')}</TableHeader>
          <TableHeader className="w-[16%]">{t('columns.lastSignedIn')}</TableHeader>
          <TableHeader className="w-16">
            <span className="sr-only">{t('columns.actions')}</span>
          </TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {shown.map(account => (
          <AccountRow
            key={account.id}
            account={account}
            own={account.id === user.id}
            onlyAdmin={admins.length === 1 && admins[0]?.id === account.id}
            actions={actions}
          />
        ))}
      </TableBody>
    </Table>
  )
}
