'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { paths } from '#lib/address/paths.ts'
import { type HistoryFilters, toHistorySearch } from '#lib/exports/history/history-filters.ts'

/** Id of the element that gets the focus when the filters are cleared. */
export const HISTORY_FILTER_ID = 'history-project'

/** Keeps the page's filters in the address; a choice shows at once, while the server still queries. */
export function useHistoryFilters(given: HistoryFilters) {
  const router = useRouter()
  const [changing, startChange] = useTransition()
  const [filters, setFilters] = useOptimistic(given)

  function hrefOf(change: Partial<HistoryFilters>): string {
    return paths.exports(toHistorySearch({ ...filters, page: 1, ...change }))
  }

  function change(next: Partial<HistoryFilters>): void {
    startChange(() => {
      setFilters({ ...filters, page: 1, ...next })
      router.push(hrefOf(next), { scroll: false })
    })
  }

  return { filters, changing, hrefOf, change }
}

export type HistoryFiltersState = ReturnType<typeof useHistoryFilters>
