'use client'

import type { UseFormReturn } from 'react-hook-form'
import { useTranslations } from 'use-intl/react'
import { toDeskError } from '#lib/errors.ts'
import { useOtherReasons, useServiceReason } from '#lib/i18n/use-service-reason.ts'
import { PERSON_FIELDS, type PersonValues } from './person-values.ts'

/** Puts the reasons of a refusal below their fields, and what concerns no field below the form. */
export function useRefusal(form: UseFormReturn<PersonValues>): (thrown: unknown) => void {
  const toReason = useServiceReason()
  const toOtherReasons = useOtherReasons()
  const sentence = useTranslations('errors')
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
    const others = toOtherReasons(error.errors, PERSON_FIELDS)
    if (others.length > 0 || refused.length === 0)
      form.setError('root', { type: error.code, message: others.join(' ') || sentence(error.code) })
  }
}
