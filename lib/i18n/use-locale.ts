'use client'

import { useLocale as useTag } from 'use-intl/react'
import type { AppLocale } from '#lib/locales.ts'

/** The language of the page; formatters use `LOCALE_TAGS` for dates and numbers. */
export function useLocale(): AppLocale {
  return useTag() === 'de' ? 'de' : 'en'
}
