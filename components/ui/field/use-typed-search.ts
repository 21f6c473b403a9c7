'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { afterPaint } from '#components/ui/browser/after-paint.ts'
import { isComposing } from '#components/ui/browser/is-composing.ts'

type TypedSearch = {
  /** The search text in the address. */
  value: string
  /** Pause in typing before the search starts: longer than the gap between two letters of a word. */
  quietMs: number
  onSearch: (q: string) => void
}

/**
 * Search field that searches as the user types. The letters are stored in the field alone, so typing never waits for
 * an answer.
 */
export function useTypedSearch({ value, quietMs, onSearch }: TypedSearch) {
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

  useEffect(() => () => callOff.current(), [])

  function search(typed: string) {
    callOff.current()
    const q = typed.trim()
    if (q === value) return
    setSent(q)
    onSearch(q)
  }

  // A letter typed before the page has received the last search would add a second history entry.
  const latest = useRef(search)
  useEffect(() => {
    latest.current = search
  })

  /** Shows all entries at once when the field is emptied, but only after the field is painted. */
  function type(typed: string) {
    setText(typed)
    callOff.current()
    const start = () => latest.current(typed)
    callOff.current = typed === '' ? afterPaint(start) : afterQuiet(start, quietMs)
  }

  function searchOnEnter(event: KeyboardEvent) {
    if (event.key === 'Enter' && !isComposing(event.nativeEvent)) search(text)
  }

  return { value: text, onChange: type, onKeyDown: searchOnEnter, onBlur: () => search(text) }
}

function afterQuiet(run: () => void, quietMs: number): () => void {
  const timer = setTimeout(run, quietMs)
  return () => clearTimeout(timer)
}
