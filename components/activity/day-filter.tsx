'use client'

import { useId, useState } from 'react'
import { Input } from '#components/ui/field/input.tsx'

type DayFilterProps = {
  label: string
  value: string | undefined
  onApply: (day: string | undefined) => void
}

/** While a year is typed, browsers tell of the years 2, 20 and 202: those are not looked up. */
const FIRST_DAY = '2000-01-01'

export function DayFilter({ label, value = '', onApply }: DayFilterProps) {
  const id = useId()
  const [draft, setDraft] = useState({ text: value, of: value })
  const text = draft.of === value ? draft.text : value

  function change(next: string) {
    setDraft({ text: next, of: value })
    if (next !== value && (next === '' || next >= FIRST_DAY)) onApply(next || undefined)
  }

  return (
    <div className="flex items-center gap-1.5 max-sm:grid max-sm:gap-0.5">
      <label htmlFor={id} className="text-muted text-sm">
        {label}
      </label>
      <Input
        id={id}
        type="date"
        min={FIRST_DAY}
        className="h-9 px-2.5 text-text"
        value={text}
        onChange={event => change(event.target.value)}
      />
    </div>
  )
}
