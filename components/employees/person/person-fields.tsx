'use client'

import type { ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { Field } from '#components/ui/field.tsx'
import { Input } from '#components/ui/input.tsx'
import { Select } from '#components/ui/select.tsx'
import { LOCALES, toKnownLocale } from '#lib/portrait-api/terms.ts'
import { toVisible } from '#lib/text/invisible.ts'
import type { PersonField, PersonValues } from './person-values.ts'
import { useFieldReason } from './use-field-reason.ts'

type PersonFieldsProps = {
  form: UseFormReturn<PersonValues>
  busy: boolean
  /** What to know about a field before it is saved. */
  hints?: Partial<Record<PersonField, ReactNode>>
  /** Fields that may stay empty, for somebody new. */
  optional?: readonly PersonField[]
}

/** First name and last name side by side, below them what else the service lets us write. */
export function PersonFields(props: PersonFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="first_name" autoComplete="off" {...props} />
      <TextField name="last_name" autoComplete="off" {...props} />
      <div className="sm:col-span-2">
        <TextField name="email" type="email" autoComplete="off" {...props} />
      </div>
      <TextField name="mitarbeiternummer" autoComplete="off" {...props} />
      <LocaleField {...props} />
    </div>
  )
}

type TextFieldProps = PersonFieldsProps & {
  name: Exclude<PersonField, 'locale'>
  type?: 'text' | 'email'
  autoComplete: string
}

function TextField({ name, type = 'text', autoComplete, form, busy, hints, optional = [] }: TextFieldProps) {
  const t = useTranslations('employees')
  const person = useTranslations('person.form')
  const reason = useFieldReason(name, form.formState.errors[name])
  return (
    <Field
      label={t(`columns.${name}`)}
      error={reason}
      hint={hints?.[name]}
      aside={optional.includes(name) && person('optional')}
    >
      {control => (
        <Input
          type={type}
          autoComplete={autoComplete}
          spellCheck={false}
          readOnly={busy}
          {...form.register(name)}
          {...control}
        />
      )}
    </Field>
  )
}

function LocaleField({ form, busy, hints }: PersonFieldsProps) {
  const t = useTranslations('employees')
  const reason = useFieldReason('locale', form.formState.errors.locale)
  const there = form.formState.defaultValues?.locale ?? ''
  return (
    <Field label={t('columns.locale')} error={reason} hint={hints?.locale}>
      {control => (
        <Select {...form.register('locale')} {...control} aria-disabled={busy || undefined}>
          <option value="">{t('locales.none')}</option>
          {LOCALES.map(locale => (
            <option key={locale} value={locale}>
              {t(`locales.${locale}`)}
            </option>
          ))}
          {there !== '' && toKnownLocale(there) === null && <option value={there}>{toVisible(there)}</option>}
        </Select>
      )}
    </Field>
  )
}
