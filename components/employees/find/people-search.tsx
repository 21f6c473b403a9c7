'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { useSingleKey, useSingleKeys } from '#components/page/single-keys.ts'
import { afterPaint } from '#components/ui/browser/after-paint.ts'
import { SearchField } from '#components/ui/field/search-field.tsx'
import type { RosterProgress } from '#lib/employees/people-contract.ts'
import { SEARCH_MAX } from '#lib/employees/people-filters.ts'

export const SEARCH_ID = 'people-search'

/** Longer than the gap between two letters of a word, too short to feel like waiting. */
const QUIET_MS = 120

type PeopleSearchProps = {
  value: string
  /** How many people are searched; undefined while that is not known. */
  progress: RosterProgress | undefined
  busy: boolean
  onSearch: (q: string) => void
}

/** Searches as a person types. The letters live in the field alone, so none of them waits for the table. */
export function PeopleSearch({ value, progress, busy, onSearch }: PeopleSearchProps) {
  const t = useTranslations('employees.find')
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  const [sent, setSent] = useState(value)
  const callOff = useRef(() => {})
  if (seen !== value) {
    setSeen(value)
    if (value !== sent) {
      setSent(value)
      setText(value)
    }
  }

  const singleKeys = useSingleKeys()
  useSingleKey('/', focusSearch)
  useEffect(() => () => callOff.current(), [])

  function tellSearched(known: RosterProgress | undefined) {
    const total = known?.roster_total ?? null
    if (!known || total === null) return t('label')
    if (known.complete) return t('placeholder', { count: total })
    return t('placeholderSoFar', { loaded: known.loaded, total })
  }

  function search(typed: string) {
    callOff.current()
    const q = typed.trim()
    if (q === value) return
    setSent(q)
    onSearch(q)
  }

  // A letter typed in the moment before the page knows of the last search would begin a second one in the history.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })

  /** An emptied field shows everybody at once, but not in the same breath as the key: the field is painted first. */
  function type(typed: string) {
    setText(typed)
    callOff.current()
    const start = () => latest.current(typed)
    callOff.current = typed === '' ? afterPaint(start) : afterQuiet(start)
  }

  function searchOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) search(text)
  }

  return (
    <SearchField
      id={SEARCH_ID}
      label={t('label')}
      placeholder={tellSearched(progress)}
      maxLength={SEARCH_MAX}
      {...(singleKeys && { shortcut: '/', 'aria-keyshortcuts': '/' })}
      value={text}
      busy={busy}
      onChange={type}
      onKeyDown={searchOnEnter}
      onBlur={() => search(text)}
      className="w-full sm:w-80"
    />
  )
}

function afterQuiet(run: () => void): () => void {
  const timer = setTimeout(run, QUIET_MS)
  return () => clearTimeout(timer)
}

function focusSearch(): void {
  const field = document.getElementById(SEARCH_ID)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}
