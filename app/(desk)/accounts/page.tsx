import { parseAccountFilters, toAccountSearch } from '#components/accounts/account-filters.ts'
import { AccountsScreen } from '#components/accounts/accounts-screen.tsx'
import { AccountsSkeleton } from '#components/accounts/accounts-skeleton.tsx'
import { FailedState } from '#components/page/failed-state.tsx'
import { ForbiddenState } from '#components/page/forbidden-state.tsx'
import { Streamed } from '#components/page/streamed.tsx'
import type { SearchParams } from '#lib/address/address-state.ts'
import { paths } from '#lib/address/paths.ts'
import type { Account } from '#lib/contracts/accounts.ts'
import { describeError } from '#lib/describe-error.ts'
import { type Failure, toFailure } from '#lib/errors.ts'
import { requirePageUser } from '#lib/handlers/page-guards.ts'
import { titleForUsers } from '#lib/handlers/page-title.ts'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { log } from '#lib/log.ts'
import { listAccounts } from '#lib/session/accounts/manage-accounts.ts'
import { canManageAccounts } from '#lib/session/permissions.ts'
import { getEnv } from '#lib/settings/env.ts'

export const generateMetadata = titleForUsers(async () => (await getTranslations('accounts'))('pageTitle'))

export default async function AccountsPage({ searchParams }: { searchParams: Promise<SearchParams> }) {
  const filters = parseAccountFilters(await searchParams)
  const user = await requirePageUser(paths.accounts(toAccountSearch(filters)))
  if (!canManageAccounts(user)) return <Forbidden />
  return (
    <Streamed data={readAccounts()} skeleton={<AccountsSkeleton />}>
      {({ accounts, failure }) =>
        failure ? (
          <FailedState level="h1" failure={failure} />
        ) : (
          <AccountsScreen user={user} accounts={accounts} localSignIn={getEnv().localSignIn} />
        )
      }
    </Streamed>
  )
}

async function readAccounts(): Promise<{ accounts: Account[]; failure?: Failure }> {
  try {
    return { accounts: await listAccounts() }
  } catch (thrown) {
    log('error', 'people_unreadable', { ...describeError(thrown) })
    return { accounts: [], failure: toFailure(thrown) }
  }
}

async function Forbidden() {
  const t = await getTranslations('accounts.forbidden')
  return <ForbiddenState title={t('title')}>{t('text')}</ForbiddenState>
}
