'use client'

import { useTranslations } from 'use-intl/react'
import { Moment } from '#components/page/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Icon } from '#components/ui/icon.ts'
import { CheckCircleIcon, DashedCircleIcon, MinusIcon } from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import { TableCell, TableRow } from '#components/ui/table.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import type { Account } from '#lib/contracts/accounts.ts'
import { toVisible } from '#lib/text/invisible.ts'
import { AccountActionsMenu } from './account-actions-menu.tsx'
import type { AccountActions } from './use-account-actions.ts'

const marks = {
  active: { tone: 'positive', mark: <Icon of={CheckCircleIcon} /> },
  invited: { tone: 'warning', mark: <Icon of={DashedCircleIcon} /> },
  disabled: { tone: 'neutral', mark: <Icon of={MinusIcon} /> },
} as const

type AccountRowProps = {
  account: Account
  /** True for the user's own account, which only another administrator can change. */
  own: boolean
  onlyAdmin: boolean
  actions: AccountActions
}

export function AccountRow({ account, own, onlyAdmin, actions }: AccountRowProps) {
  const t = useTranslations('accounts')
  const { email, role, status, method, last_signed_in_at: at } = account
  return (
    <TableRow
      aria-busy={actions.busy === account.id || undefined}
      className="transition-opacity aria-busy:opacity-50 max-sm:grid max-sm:grid-cols-[minmax(0,1fr)_auto] max-sm:gap-x-4 max-sm:gap-y-1 max-sm:border-line max-sm:border-b max-sm:px-4 max-sm:py-3 max-sm:last:border-b-0"
    >
      <TableCell className="sm:py-2">
        <p className="flex items-center gap-2">
          <span
            className="min-w-0 truncate font-medium max-sm:whitespace-normal max-sm:break-words"
            title={toVisible(email)}
          >
            <UserText>{email}</UserText>
          </span>
          {own && <Badge tone="accent">{t('you')}</Badge>}
        </p>
        {own && onlyAdmin && <p className="text-pretty text-muted text-sm">{t('onlyAdmin')}</p>}
      </TableCell>
      <TableCell className="max-sm:col-start-1">{t(`roles.${role}`)}</TableCell>
      <TableCell className="max-sm:col-start-1">
        <StatusMark {...marks[status]}>{t(`statuses.${status}`)}</StatusMark>
      </TableCell>
      <TableCell className="max-sm:hidden">{t(`methods.${method}`)}</TableCell>
      <TableCell className="text-muted max-sm:col-start-1">
        <span className="sm:hidden">{t('columns.lastSignedIn')}: </span>
        {at ? <Moment at={at} /> : t('never')}
      </TableCell>
      <TableCell className="text-end max-sm:col-start-2 max-sm:row-start-1">
        {!own && <AccountActionsMenu account={account} actions={actions} />}
      </TableCell>
    </TableRow>
  )
}
