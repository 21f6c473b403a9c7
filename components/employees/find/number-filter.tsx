'use client'

import { type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { Input } from '#components/ui/input.tsx'
import { MITARBEITERNUMMER_MAX } from '#lib/portrait-api/terms.ts'

type NumberFilterProps = { value: string; onApply: (number: string) => void }

/** Applies on Enter and when it is left, because the service matches whole numbers only. */
export function NumberFilter({ value, onApply }: NumberFilterProps) {
  const t = useTranslations('employees.filters')
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
        type="search"
        aria-label={t('number')}
        placeholder={t('numberHint')}
        maxLength={MITARBEITERNUMMER_MAX}
        autoComplete="off"
        value={draft}
        onChange={event => setDraft(event.target.value)}
        onBlur={apply}
      />
    </form>
  )
}
