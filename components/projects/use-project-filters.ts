'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'
import { paths } from '#lib/address/paths.ts'
import { type ProjectFilters, parseProjectFilters } from '#lib/projects/project-filters.ts'

/**
 * The list's state is the address. Typing replaces the entry of the browser's history, a choice adds one. Next tells of
 * a new address a moment later; until then what was asked for counts, so that no typed letter is lost.
 */
export function useProjectFilters() {
  const address = useSearchParams().toString()
  const [wanted, setWanted] = useState<{ address: string; filters: ProjectFilters } | null>(null)
  if (wanted && wanted.address !== address) setWanted(null)
  const filters = wanted?.filters ?? parseProjectFilters(new URLSearchParams(address))

  function change(next: Partial<ProjectFilters>): void {
    const changed = { ...filters, ...next }
    setWanted({ address, filters: changed })
    const put = 'q' in next ? 'replaceState' : 'pushState'
    window.history[put](null, '', paths.projects(changed))
  }

  return { filters, change }
}
