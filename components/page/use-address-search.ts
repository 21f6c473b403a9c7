'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { toAddress } from '#lib/address/base-path.ts'

/** Query strings put into the address since `told`, the last one that Next.js reported. */
type Wanted = { told: string; searches: readonly string[] }

export type HowToPut = {
  /** Replaces the current history entry: for text that is typed letter by letter. */
  replace?: boolean
}

/**
 * Query string of the page's address, as the state of the page; `put` changes it, and `toPath` builds an address from
 * it. It uses the browser's history, so no page is fetched and back and forward work. Next.js reports the new address
 * a moment later. Until then the written value counts, so that no letter is lost and no control jumps back.
 */
export function useAddressSearch(toPath: (search: string) => string) {
  const told = useSearchParams().toString()
  const [wanted, setWanted] = useState<Wanted | null>(null)
  if (wanted && wanted.told !== told) setWanted(afterTold(wanted, told))
  useEffect(() => {
    // A step back or forward is newer than anything written to the address before.
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

/** If typing outruns Next.js, the last typed value wins; an address from elsewhere applies at once. */
function afterTold({ searches }: Wanted, told: string): Wanted | null {
  const at = searches.lastIndexOf(told)
  const rest = at < 0 ? [] : searches.slice(at + 1)
  return rest.length > 0 ? { told, searches: rest } : null
}
