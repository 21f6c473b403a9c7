'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { type ActivityFilters, toActivitySearch } from '#lib/activity/filters.ts'
import { paths } from '#lib/address/paths.ts'

/** Id of the field that gets the focus when the focused element is removed. */
export const ACTOR_FILTER_ID = 'activity-actor'

/** Keeps the page's filters in the address; a choice shows at once, while the server still queries. */
export function useActivityFilters(given: ActivityFilters) {
  const router = useRouter()
  const [changing, startChange] = useTransition()
  const [filters, setFilters] = useOptimistic(given)

  function hrefOf(change: Partial<ActivityFilters>): string {
    return paths.activity(toActivitySearch({ ...filters, page: undefined, ...change }))
  }

  /** `replace`: a word that is typed is one history entry, not one for each letter. */
  function change(next: Partial<ActivityFilters>, { replace = false } = {}): void {
    startChange(() => {
      setFilters({ ...filters, page: undefined, ...next })
      const go = replace ? router.replace : router.push
      go(hrefOf(next), { scroll: false })
    })
  }

  return { filters, changing, hrefOf, change }
}

export type ActivityFiltersState = ReturnType<typeof useActivityFilters>

export const NO_ACTIVITY_FILTERS = {
  actor: undefined,
  action: undefined,
  employee: undefined,
  q: undefined,
  bulk: undefined,
  project: undefined,
  from: undefined,
  to: undefined,
} as const satisfies ActivityFilters
