'use client'

import { type ComponentProps, useState } from 'react'
import { Input } from './input.tsx'

type DayInputProps = Omit<ComponentProps<'input'>, 'type' | 'min' | 'value' | 'onChange'> & {
  value: string | undefined
  onApply: (day: string | undefined) => void
}

/** While the user types a year, browsers report the years 2, 20 and 202, which are not applied. */
const FIRST_DAY = '2000-01-01'

/** Date field that applies a day as soon as it is complete. */
export function DayInput({ value = '', onApply, ...control }: DayInputProps) {
  const [draft, setDraft] = useState({ text: value, of: value })
  const text = draft.of === value ? draft.text : value

  function change(next: string) {
    setDraft({ text: next, of: value })
    if (next !== value && (next === '' || next >= FIRST_DAY)) onApply(next || undefined)
  }

  return (
    <Input
      {...control}
      type="date"
      min={FIRST_DAY}
      value={text}
      onChange={event => change(event.target.value)}
    />
  )
}
