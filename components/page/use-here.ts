'use client'

import { usePathname, useSearchParams } from 'next/navigation'

/** Where somebody is in the desk, with the filters: the way back after signing in or connecting. */
export function useHere(): string {
  const pathname = usePathname()
  const search = useSearchParams().toString()
  return search ? `${pathname}?${search}` : pathname
}
