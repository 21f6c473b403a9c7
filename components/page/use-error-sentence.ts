'use client'

import { useTranslations } from 'use-intl/react'
import { toDeskError } from '#lib/errors.ts'

/** What went wrong, in a sentence, with the numbers and names that the desk has told (`values`). */
export function useErrorSentence(): (thrown: unknown) => string {
  const t = useTranslations('errors')
  return thrown => {
    const { code, values } = toDeskError(thrown)
    return t(code, values)
  }
}
