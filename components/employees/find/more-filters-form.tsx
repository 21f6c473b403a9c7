'use client'

import { type ComponentProps, type FormEvent, useState } from 'react'
import { useTranslations } from 'use-intl/react'
import { DayInput } from '#components/ui/field/day-input.tsx'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { LOCALES, MITARBEITERNUMMER_MAX } from '#lib/portrait-api/terms.ts'
import type { PeopleFiltersState } from './use-people-filters.ts'

const LANGUAGES = [...LOCALES, 'none'] as const

/** Each filter applies as soon as it is chosen. */
export function MoreFiltersForm({ state: { filters, change } }: { state: PeopleFiltersState }) {
  const t = useTranslations('employees')
  return (
    <div className="grid gap-4">
      <Field label={t('columns.locale')}>
        {control => (
          <Select
            {...control}
            value={filters.locale ?? ''}
            onChange={event => change({ locale: LANGUAGES.find(locale => locale === event.target.value) })}
          >
            <option value="">{t('find.anyLanguage')}</option>
            {LANGUAGES.map(locale => (
              <option key={locale} value={locale}>
                {t(`locales.${locale}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label={t('find.number')}>
        {control => (
          <NumberFilter
            {...control}
            value={filters.mitarbeiternummer ?? ''}
            onApply={number => change({ mitarbeiternummer: number || undefined })}
          />
        )}
      </Field>
      <Field label={t('find.editedSince')}>
        {control => (
          <DayInput
            {...control}
            value={filters.edited_since}
            onApply={edited_since => change({ edited_since })}
          />
        )}
      </Field>
    </div>
  )
}

type NumberFilterProps = Omit<ComponentProps<'input'>, 'value' | 'className'> & {
  value: string
  onApply: (number: string) => void
}

/** Applies on Enter and on leaving the field: half a number is a different number. */
function NumberFilter({ value, onApply, ...control }: NumberFilterProps) {
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
