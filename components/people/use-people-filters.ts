'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { paths } from '#lib/paths.ts'
import { type PeopleFilters, parsePeopleFilters, toPeopleSearch } from './people-filters.ts'

/** The page's state is the address. What is typed is kept as it stands, a blank at its end too. */
export function usePeopleFilters() {
  const filters = parsePeopleFilters(Object.fromEntries(useSearchParams()))
  const [typed, setTyped] = useState(filters.q ?? '')
  const text = typed.trim() === (filters.q ?? '') ? typed : (filters.q ?? '')

  function change(next: PeopleFilters) {
    window.history.replaceState(null, '', paths.people(toPeopleSearch({ ...filters, ...next })))
  }

  function type(value: string) {
    setTyped(value)
    change({ q: value.trim() })
  }

  return { filters, text, change, type }
}

export type PeopleFiltersState = ReturnType<typeof usePeopleFilters>

export const NO_PEOPLE_FILTERS = {
  q: undefined,
  role: undefined,
  status: undefined,
} as const satisfies PeopleFilters
