import { z } from 'zod/mini'
import type { SearchParams } from '#lib/address/address-state.ts'
import type { Account } from '#lib/contracts/accounts.ts'
import { ACCOUNT_STATUSES, ROLES } from '#lib/contracts/session.ts'

/** What the address of the accounts page may say. What does not fit is left out, so that an old link still opens. */
const filtersSchema = z.object({
  q: z.catch(z.optional(z.string().check(z.trim(), z.maxLength(255))), undefined),
  role: z.catch(z.optional(z.enum(ROLES)), undefined),
  status: z.catch(z.optional(z.enum(ACCOUNT_STATUSES)), undefined),
})

export type AccountFilters = z.infer<typeof filtersSchema>

export function parseAccountFilters(search: SearchParams): AccountFilters {
  return filtersSchema.parse(search)
}

export function toAccountSearch({ q, role, status }: AccountFilters): string {
  const search = new URLSearchParams({ ...(q && { q }), ...(role && { role }), ...(status && { status }) })
  return search.toString()
}

export function isAccountFiltered(filters: AccountFilters): boolean {
  return toAccountSearch(filters) !== ''
}

/** All accounts fit into one response, so they are filtered where they are shown. */
export function filterAccounts(accounts: Account[], { q = '', role, status }: AccountFilters): Account[] {
  const wanted = q.toLowerCase()
  return accounts.filter(
    account =>
      account.email.toLowerCase().includes(wanted) &&
      (role === undefined || account.role === role) &&
      (status === undefined || account.status === status),
  )
}
