'use client'

import { useAddressSearch } from '#components/page/use-address-search.ts'
import { paths } from '#lib/address/paths.ts'
import { type AccountFilters, parseAccountFilters, toAccountSearch } from './account-filters.ts'

/** Keeps the page's filters in the address. */
export function useAccountFilters() {
  const { search, put } = useAddressSearch(paths.accounts)
  const filters = parseAccountFilters(new URLSearchParams(search))

  function change(next: Partial<AccountFilters>) {
    put(toAccountSearch({ ...filters, ...next }), { replace: true })
  }

  return { filters, change }
}

export type AccountFiltersState = ReturnType<typeof useAccountFilters>

export const NO_ACCOUNT_FILTERS = {
  q: '',
  role: undefined,
  status: undefined,
} as const satisfies AccountFilters
