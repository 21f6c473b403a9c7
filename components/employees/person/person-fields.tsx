'use client'

import type { ChangeEvent, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { toTyped } from '#components/employees/edit/employee-values.ts'
import { Field } from '#components/ui/field/field.tsx'
import { Input } from '#components/ui/field/input.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { LOCALES, toKnownLocale } from '#lib/portrait-api/terms.ts'
import { toVisible } from '#lib/text/invisible.ts'
import type { PersonField, PersonValues } from './person-values.ts'
import { useFieldReason } from './refusals.ts'

type PersonFieldsProps = {
  form: UseFormReturn<PersonValues>
  busy: boolean
  /** Hints about a field before it is saved. */
  hints?: Partial<Record<PersonField, ReactNode>>
  /** Texts that are more specific than the reason of a refusal. */
  named?: Partial<Record<PersonField, string>>
  /** Called when the user leaves a field and its surrounding whitespace was removed. */
  onTrim?: () => void
  /** Fields that may stay empty for a new employee. */
  optional?: readonly PersonField[]
}

/** First and last name side by side; below them, the other fields that the service lets us write. */
export function PersonFields(props: PersonFieldsProps) {
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField name="first_name" autoComplete="off" {...props} />
      <TextField name="last_name" autoComplete="off" {...props} />
      <div className="sm:col-span-2">
        <TextField name="email" inputMode="email" autoComplete="off" {...props} />
      </div>
      <TextField name="mitarbeiternummer" autoComplete="off" {...props} />
      <LocaleField {...props} />
    </div>
  )
}

type TextFieldProps = PersonFieldsProps & {
  name: Exclude<PersonField, 'locale'>
  /**
   * Keyboard that a phone offers. No `type="email"`: browsers rewrite what is typed there (HTML, section 4.10.5.1.5).
   */
  inputMode?: 'email'
  autoComplete: string
}

function TextField(props: TextFieldProps) {
  const { name, inputMode, autoComplete, form, busy, hints, named, onTrim, optional = [] } = props
  const t = useTranslations('employees')
  const person = useTranslations('person.form')
  const reason = useFieldReason(name, form.formState.errors[name])
  const mayBeEmpty = optional.includes(name)

  /** Trims the field, so that it shows exactly what will be saved. */
  function trim() {
    const typed = form.getValues(name)
    const shown = form.formState.defaultValues?.[name] ?? ''
    if (toTyped(typed, shown) === typed) return
    form.setValue(name, toTyped(typed, shown), { shouldDirty: true })
    onTrim?.()
  }

  return (
    <Field
      label={t(`columns.${name}`)}
      error={reason && (named?.[name] ?? reason)}
      hint={hints?.[name]}
      required={!mayBeEmpty}
      aside={mayBeEmpty && person('optional')}
    >
      {control => (
        <Input
          inputMode={inputMode}
          autoCapitalize={inputMode && 'none'}
          autoComplete={autoComplete}
          spellCheck={false}
          readOnly={busy}
          {...form.register(name, { onBlur: trim })}
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
  const { onChange, ...control } = form.register('locale')

  /** While a save runs, the value can be read, as in the other fields, but not changed. */
  function choose(event: ChangeEvent<HTMLSelectElement>) {
    if (busy) event.target.value = form.getValues('locale')
    else void onChange(event)
  }

  return (
    <Field label={t('columns.locale')} error={reason} hint={hints?.locale}>
      {field => (
        <Select {...control} {...field} onChange={choose} aria-disabled={busy || undefined}>
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
