'use client'

import { useSearchParams } from 'next/navigation'
import { useEffect, useState } from 'react'
import { toAddress } from '#lib/address/base-path.ts'

/** Query strings written since `reported`, the last one that Next.js reported. */
type PendingWrites = { reported: string; searches: readonly string[] }

export type HowToPut = {
  /** Replaces the current history entry: for text that is typed letter by letter. */
  replace?: boolean
}

/**
 * Query string of the page's address, as the state of the page; `put` changes it, and `toPath` builds an address from
 * it. It uses the browser's history, so no page is fetched and back and forward work. Next.js reports the new address
 * a moment later. Until then the hook returns the written value, so that no letter is lost and no control jumps back.
 */
export function useAddressSearch(toPath: (search: string) => string) {
  const reported = useSearchParams().toString()
  const [pending, setPending] = useState<PendingWrites | null>(null)
  if (pending && pending.reported !== reported) setPending(dropReported(pending, reported))
  useEffect(() => {
    // A step back or forward is newer than anything written to the address before.
    const drop = () => setPending(null)
    window.addEventListener('popstate', drop)
    return () => window.removeEventListener('popstate', drop)
  }, [])

  function put(search: string, { replace = false }: HowToPut = {}): void {
    setPending({ reported, searches: [...(pending?.searches ?? []), search] })
    window.history[replace ? 'replaceState' : 'pushState'](null, '', toAddress(toPath(search)))
  }

  return { search: pending?.searches.at(-1) ?? reported, put }
}

/**
 * Returns the writes that Next.js has not reported yet. Null when all are reported, or when the reported address comes
 * from elsewhere, such as a link: that address applies at once.
 */
function dropReported({ searches }: PendingWrites, reported: string): PendingWrites | null {
  const at = searches.lastIndexOf(reported)
  const rest = at < 0 ? [] : searches.slice(at + 1)
  return rest.length > 0 ? { reported, searches: rest } : null
}
