'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { toAddress } from '#lib/address/base-path.ts'

/** What was put into the address since `told`, the query string that Next has told of last. */
type Wanted = { told: string; searches: readonly string[] }

export type HowToPut = {
  /** Takes the place of the present entry of the browser's history: for what a person types letter by letter. */
  replace?: boolean
}

/**
 * The query string of the page's address, as the state of what the page shows; `put` changes it, and `toPath` makes an address of it.
 * Through the browser's history, so that no page is fetched for it and back and forward work. Next tells of the new address a
 * moment later; until then what was put there counts, so that no letter is lost and no control jumps back under the hand.
 */
export function useAddressSearch(toPath: (search: string) => string) {
  const told = useSearchParams().toString()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  if (wanted && wanted.told !== told) setWanted(afterTold(wanted, told))
  useEffect(() => {
    // A step back or forward is newer than whatever was put into the address before.
    const drop = () => setWanted(null)
    window.addEventListener('popstate', drop)
    return () => window.removeEventListener('popstate', drop)
  }, [])

  function put(search: string, { replace = false }: HowToPut = {}): void {
    setWanted({ told, searches: [...(wanted?.searches ?? []), search] })
    window.history[replace ? 'replaceState' : 'pushState'](null, '', toAddress(toPath(search)))
  }

  return { search: wanted?.searches.at(-1) ?? told, put }
}

/** If typing outruns Next, what was typed last wins; an address that came from elsewhere counts at once. */
function afterTold({ searches }: Wanted, told: string): Wanted | null {
  const at = searches.lastIndexOf(told)
  const rest = at < 0 ? [] : searches.slice(at + 1)
  return rest.length > 0 ? { told, searches: rest } : null
}
