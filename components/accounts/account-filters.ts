import { oneOf, searchText } from '#lib/address/address-fields.ts'
import { createAddressState } from '#lib/address/address-state.ts'
import type { Account } from '#lib/contracts/accounts.ts'
import { ACCOUNT_STATUSES, ROLES } from '#lib/contracts/session.ts'

const EMAIL_MAX = 255

/** Filters that the address of the accounts page may contain. */
const state = createAddressState({
  q: searchText(EMAIL_MAX),
  role: oneOf(ROLES),
  status: oneOf(ACCOUNT_STATUSES),
})

export type AccountFilters = ReturnType<typeof state.parse>

export const parseAccountFilters = state.parse
export const toAccountSearch = state.toSearch

export function isAccountFiltered(filters: AccountFilters): boolean {
  return toAccountSearch(filters) !== ''
}

/** Filters accounts in the browser: all of them fit into one response. */
export function filterAccounts(
  accounts: Account[],
  { q = '', role, status }: Partial<AccountFilters>,
): Account[] {
  const wanted = q.toLowerCase()
  return accounts.filter(
    account =>
      account.email.toLowerCase().includes(wanted) &&
      (role === undefined || account.role === role) &&
      (status === undefined || account.status === status),
  )
}
