'use client'

import { usePathname, useSearchParams } from 'next/navigation'

/** Returns the current address within the desk, with the filters: the target after signing in or connecting. */
export function useCurrentPath(): string {
  const pathname = usePathname()
  const search = useSearchParams().toString()
  return search ? `${pathname}?${search}` : pathname
}
