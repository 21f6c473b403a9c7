'use client'

import { type ComponentProps, useState } from 'react'
import { Input } from './input.tsx'

type DayInputProps = Omit<ComponentProps<'input'>, 'type' | 'min' | 'value' | 'onChange'> & {
  value: string | undefined
  onApply: (day: string | undefined) => void
}

/** While a year is typed, browsers tell of the years 2, 20 and 202: those are not looked up. */
const FIRST_DAY = '2000-01-01'

/** A day that counts as soon as it is a whole one. */
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
