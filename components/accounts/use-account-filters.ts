'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { type AccountFilters, parseAccountFilters, toAccountSearch } from './account-filters.ts'

/** The page's state is the address. What is typed is kept as it stands, a blank at its end too. */
export function useAccountFilters() {
  const filters = parseAccountFilters(Object.fromEntries(useSearchParams()))
  const [typed, setTyped] = useState(filters.q ?? '')
  const text = typed.trim() === (filters.q ?? '') ? typed : (filters.q ?? '')

  function change(next: AccountFilters) {
    window.history.replaceState(null, '', toAddress(paths.accounts(toAccountSearch({ ...filters, ...next }))))
  }

  function type(value: string) {
    setTyped(value)
    change({ q: value.trim() })
  }

  return { filters, text, change, type }
}

export type AccountFiltersState = ReturnType<typeof useAccountFilters>

export const NO_ACCOUNT_FILTERS = {
  q: undefined,
  role: undefined,
  status: undefined,
} as const satisfies AccountFilters
