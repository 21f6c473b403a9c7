'use client'

import { useTranslations } from 'use-intl/react'
import { toDeskError } from '#lib/errors.ts'

/** Returns a sentence for an error, with its numbers and names (`values`). */
export function useErrorSentence(): (thrown: unknown) => string {
  const t = useTranslations('errors')
  return thrown => {
    const { code, values } = toDeskError(thrown)
    return t(code, values)
  }
}
