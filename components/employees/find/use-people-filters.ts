'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { type PeopleFilters, parsePeopleFilters, toPeopleSearch } from '#lib/employees/people-filters.ts'

/** What was put into the address since `told`, the address that Next has told of last. */
type Wanted = { told: string; searches: readonly string[] }

type HowToChange = {
  /** Takes the place of the present entry of the browser's history: for what a person types letter by letter. */
  replace?: boolean
}

/** The table's state is the address: a colleague who gets the link sees the same rows. */
export function usePeopleFilters(projectId: number) {
  const address = useSearchParams().toString()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  if (wanted && wanted.told !== address) setWanted(afterTold(wanted, address))
  useEffect(() => {
    // A step back or forward is newer than whatever was put into the address before.
    const drop = () => setWanted(null)
    window.addEventListener('popstate', drop)
    return () => window.removeEventListener('popstate', drop)
  }, [])
  const filters = parsePeopleFilters(new URLSearchParams(wanted?.searches.at(-1) ?? address))

  function hrefOf(change: Partial<PeopleFilters>): string {
    return paths.project(projectId, toPeopleSearch({ ...filters, page: 1, ...change }))
  }

  /**
   * Through the browser's history, so that no page is fetched for it and back and forward work. Next tells of the new
   * address a moment later; until then what was chosen counts, so that a control never jumps back under the hand.
   */
  function change(next: Partial<PeopleFilters>, { replace = false }: HowToChange = {}): void {
    const search = toPeopleSearch({ ...filters, page: 1, ...next })
    setWanted({ told: address, searches: [...(wanted?.searches ?? []), search] })
    window.history[replace ? 'replaceState' : 'pushState'](
      null,
      '',
      toAddress(paths.project(projectId, search)),
    )
  }

  return { projectId, filters, hrefOf, change }
}

export type PeopleFiltersState = ReturnType<typeof usePeopleFilters>

/** If typing outruns Next, what was typed last wins; an address that came from elsewhere counts at once. */
function afterTold({ searches }: Wanted, told: string): Wanted | null {
  const at = searches.lastIndexOf(told)
  const rest = at < 0 ? [] : searches.slice(at + 1)
  return rest.length > 0 ? { told, searches: rest } : null
}

/** No filter: everybody is shown. Sorting and the size of a page hide nobody. */
export const EVERYBODY = {
  q: '',
  tile: undefined,
  locale: undefined,
  mitarbeiternummer: undefined,
  edited_since: undefined,
  ids: undefined,
} as const satisfies Partial<PeopleFilters>

export type Narrowing = keyof typeof EVERYBODY

/** The filters that may hide somebody, in the order in which they are named. */
export function listNarrowings(filters: PeopleFilters): Narrowing[] {
  const names: Narrowing[] = ['q', 'tile', 'locale', 'mitarbeiternummer', 'edited_since', 'ids']
  return names.filter(name => filters[name])
}
