'use client'

import { type ComponentProps, type FormEvent, useState } from 'react'
import { Input } from '#components/ui/field/input.tsx'
import { MITARBEITERNUMMER_MAX } from '#lib/portrait-api/terms.ts'

type NumberFilterProps = Omit<ComponentProps<'input'>, 'value' | 'className'> & {
  value: string
  onApply: (number: string) => void
}

/** Applies on Enter and when it is left: half a number is another number. */
export function NumberFilter({ value, onApply, ...control }: NumberFilterProps) {
  const [draft, setDraft] = useState(value)
  const [applied, setApplied] = useState(value)
  if (applied !== value) {
    setApplied(value)
    setDraft(value)
  }

  function apply() {
    if (draft.trim() !== value) onApply(draft.trim())
  }

  function applyOnEnter(event: FormEvent) {
    event.preventDefault()
    apply()
  }

  return (
    <form onSubmit={applyOnEnter}>
      <Input
        {...control}
        maxLength={MITARBEITERNUMMER_MAX}
        autoComplete="off"
        value={draft}
        onChange={event => setDraft(event.target.value)}
        onBlur={apply}
      />
    </form>
  )
}
