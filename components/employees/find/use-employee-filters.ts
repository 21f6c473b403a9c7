'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useState } from 'react'
import {
  type EmployeeFilters,
  parseEmployeeFilters,
  toEmployeeSearch,
} from '#lib/employees/employee-filters.ts'

/** The table's state is the address: a colleague who gets the link sees the same rows. */
export function useEmployeeFilters() {
  const pathname = usePathname()
  const address = useSearchParams().toString()
  const [wanted, setWanted] = useState<{ address: string; search: string } | null>(null)
  if (wanted && wanted.address !== address) setWanted(null)
  const filters = parseEmployeeFilters(new URLSearchParams(wanted?.search ?? address))

  function searchOf(change: Partial<EmployeeFilters>): string {
    return toEmployeeSearch({ ...filters, page: 1, ...change })
  }

  function hrefOf(change: Partial<EmployeeFilters>): string {
    const search = searchOf(change)
    return search ? `${pathname}?${search}` : pathname
  }

  /**
   * Through the browser's history, so that no page is fetched for it and back and forward work. Next tells of the new
   * address a moment later; until then what was chosen counts, so that a control never jumps back under the hand.
   */
  function change(next: Partial<EmployeeFilters>): void {
    setWanted({ address, search: searchOf(next) })
    window.history.pushState(null, '', hrefOf(next))
  }

  return { filters, hrefOf, change }
}

export type EmployeeFiltersState = ReturnType<typeof useEmployeeFilters>

/** Whether anybody may be hidden by a filter. */
export function isFiltered({ status, mitarbeiternummer, photo_ready }: EmployeeFilters): boolean {
  return Boolean(status ?? mitarbeiternummer ?? photo_ready)
}

export const NO_FILTERS = {
  status: undefined,
  mitarbeiternummer: undefined,
  photo_ready: undefined,
} as const satisfies Partial<EmployeeFilters>
