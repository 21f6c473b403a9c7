'use client'

import type { UseFormReturn } from 'react-hook-form'
import { useRefusalSentence } from '#components/employees/edit/use-refusal-sentence.ts'
import { toDeskError } from '#lib/errors.ts'
import { useServiceReason } from '#lib/i18n/use-service-reason.ts'
import { PERSON_FIELDS, type PersonValues } from './person-values.ts'

/** Puts the reasons of a refusal below their fields, and what concerns no field below the form. */
export function useRefusal(form: UseFormReturn<PersonValues>): (thrown: unknown) => void {
  const toReason = useServiceReason()
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
      form.setError('root', { type: error.code, message: toSentence(error, PERSON_FIELDS) })
  }
}
