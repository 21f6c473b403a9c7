'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { type ActivityFilters, toActivitySearch } from '#lib/activity/filters.ts'
import { paths } from '#lib/address/paths.ts'

/** Where the focus goes when what had it is gone. */
export const ACTOR_FILTER_ID = 'activity-actor'

/** The page's state is the address; what was chosen shows at once, while the server still looks it up. */
export function useActivityFilters(given: ActivityFilters) {
  const router = useRouter()
  const [changing, startChange] = useTransition()
  const [filters, setFilters] = useOptimistic(given)

  function hrefOf(change: Partial<ActivityFilters>): string {
    return paths.activity(toActivitySearch({ ...filters, page: undefined, ...change }))
  }

  /** `replace`: a word that is typed on is one step back in the history, not one for each of its letters. */
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
