'use client'

import { type ReactNode, useEffect, useId } from 'react'
import { useTranslations } from 'use-intl/react'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon } from '#components/ui/icons.ts'
import { sayRefused } from './say-refused.ts'

/** Props that connect a control to the label and the reason of its field. */
export type FieldControl = {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

type FieldProps = {
  label: string
  hint?: ReactNode
  error?: string | undefined
  /** The field must not be empty; its label says so in text. */
  required?: boolean
  /** Muted text to the right of the label, such as "optional". */
  aside?: ReactNode
  children: (control: FieldControl) => ReactNode
}

/** A label, its control, below it a hint, and the reason when the value was refused. */
export function Field({ label, hint, error, required = false, aside, children }: FieldProps) {
  const t = useTranslations('ui')
  const id = useId()
  const reasonId = `${id}-reason`
  const hintId = `${id}-hint`
  const describedBy = [error && reasonId, hint && hintId].filter(Boolean).join(' ') || undefined

  useEffect(() => {
    if (error) sayRefused(id, `${label}: ${error}`)
  }, [id, label, error])

  return (
    <div className="grid content-start gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="flex grow items-baseline justify-between gap-3 font-medium text-sm">
          {label}
          {required && <span className="no-print font-normal text-muted text-xs"> {t('required')}</span>}
        </label>
        {aside && <span className="text-muted text-xs">{aside}</span>}
      </div>
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy })}
      <p id={reasonId} className="flex gap-1.5 text-danger text-sm empty:hidden">
        {error && <Icon of={AlertIcon} className="mt-0.5" />}
        {error}
      </p>
      {hint && (
        <p id={hintId} className="text-muted text-sm">
          {hint}
        </p>
      )}
    </div>
  )
}
