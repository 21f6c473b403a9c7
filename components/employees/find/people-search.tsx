'use client'

import { useTranslations } from 'use-intl/react'
import { useSingleKey, useSingleKeys } from '#components/page/single-keys.ts'
import { SearchField } from '#components/ui/field/search-field.tsx'
import { useTypedSearch } from '#components/ui/field/use-typed-search.ts'
import type { RosterProgress } from '#lib/employees/people-contract.ts'
import { SEARCH_MAX } from '#lib/employees/people-filters.ts'

export const SEARCH_ID = 'people-search'

/** Longer than the gap between two letters of a word, too short to feel like waiting. */
const QUIET_MS = 120

type PeopleSearchProps = {
  value: string
  /** How many employees are searched; undefined while unknown. */
  progress: RosterProgress | undefined
  /** Number of employees that match the tiles and filters; null while unknown. */
  among: number | null
  busy: boolean
  onSearch: (q: string) => void
}

export function PeopleSearch({ value, progress, among, busy, onSearch }: PeopleSearchProps) {
  const t = useTranslations('employees.find')
  const field = useTypedSearch({ value, quietMs: QUIET_MS, onSearch })
  const singleKeys = useSingleKeys()
  useSingleKey('/', focusSearch)

  function announceSearched(known: RosterProgress | undefined) {
    const total = known?.roster_total ?? null
    if (!known || total === null) return t('label')
    if (known.complete) return t('placeholder', { count: among ?? total })
    return t('placeholderSoFar', { loaded: known.loaded, total })
  }

  return (
    <SearchField
      id={SEARCH_ID}
      label={t('label')}
      placeholder={announceSearched(progress)}
      maxLength={SEARCH_MAX}
      {...(singleKeys && { shortcut: '/', 'aria-keyshortcuts': '/' })}
      {...field}
      busy={busy}
      className="w-full sm:w-80"
    />
  )
}

function focusSearch(): void {
  const field = document.getElementById(SEARCH_ID)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}
