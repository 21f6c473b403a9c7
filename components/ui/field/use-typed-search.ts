'use client'

import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { afterPaint } from '#components/ui/browser/after-paint.ts'
import { isComposing } from '#components/ui/browser/is-composing.ts'

type TypedSearch = {
  /** What is searched for, as the address says it. */
  value: string
  /** How long nothing is typed before it is searched: longer than the gap between two letters of a word. */
  quietMs: number
  onSearch: (q: string) => void
}

/** A search field that searches as a person types. The letters live in the field alone, so none of them waits for an answer. */
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
