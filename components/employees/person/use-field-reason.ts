'use client'

import type { FieldError } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { isErrorCode } from '#lib/errors.ts'
import { EMAIL_MAX, MITARBEITERNUMMER_MAX, NAME_MAX } from '#lib/portrait-api/terms.ts'
import type { PersonField } from './person-values.ts'

const MAX_LENGTHS = {
  first_name: NAME_MAX,
  last_name: NAME_MAX,
  email: EMAIL_MAX,
  mitarbeiternummer: MITARBEITERNUMMER_MAX,
  locale: 2,
} as const satisfies Record<PersonField, number>

/** Why a value was refused, in a person's words: the service's own reason first, then the error's, then the schema's. */
export function useFieldReason(field: PersonField, error: FieldError | undefined): string | undefined {
  const t = useTranslations('reasons')
  const sentence = useTranslations('errors')
  if (!error) return undefined
  if (isErrorCode(error.type)) return error.message || sentence(error.type)
  if (error.type === 'too_small') return t('required')
  if (error.type === 'too_big') return t('tooLong', { max: MAX_LENGTHS[field] })
  if (error.type === 'invalid_format') return t('email')
  return t('invalid')
}
