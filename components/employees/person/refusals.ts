'use client'

import type { FieldError, UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { FIELD_MAX, useRefusalSentence } from '#components/employees/edit/reasons.ts'
import { useSignedInAgain } from '#components/page/session-state.ts'
import { isErrorCode } from '#lib/error-codes.ts'
import { toDeskError } from '#lib/errors.ts'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import { PERSON_FIELDS, type PersonField, type PersonValues } from './person-values.ts'

/** Shows the reasons for a refusal below their fields, and everything else below the form. */
export function useRefusal(form: UseFormReturn<PersonValues>, person?: string): (thrown: unknown) => void {
  const toReason = useServiceReason()
  useSignedInAgain(() => {
    if (form.formState.errors.root?.type === 'signed_out') form.clearErrors('root')
  })
  const toSentence = useRefusalSentence()
  return thrown => {
    const error = toDeskError(thrown)
    const refused = PERSON_FIELDS.filter(field => error.errors?.[field])
    for (const field of refused) {
      const message = error.errors?.[field]?.map(reason => toReason(field, reason)).join(' ')
      form.setError(
        field,
        { type: error.code, ...(message && { message }) },
        { shouldFocus: field === refused[0] },
      )
    }
    const isAboutMore = Object.keys(error.errors ?? {}).length > refused.length
    if (refused.length === 0 || isAboutMore)
      form.setError('root', { type: error.code, message: toSentence(error, PERSON_FIELDS, person) })
  }
}

/**
 * Returns why a value was refused, in the user's language: the service's own reason first, then the error's, then the
 * schema's.
 */
export function useFieldReason(field: PersonField, error: FieldError | undefined): string | undefined {
  const t = useTranslations('reasons')
  const sentence = useTranslations('errors')
  if (!error) return undefined
  if (isErrorCode(error.type)) return error.message || sentence(error.type)
  if (error.type === 'too_small') return t('required')
  if (error.type === 'too_big') return t('tooLong', { max: FIELD_MAX[field] })
  if (error.type === 'invalid_format') return t('email')
  return t('invalid')
}
