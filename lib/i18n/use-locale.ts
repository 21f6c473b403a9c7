'use client'

import { useLocale as useTag } from 'use-intl/react'
import type { AppLocale } from '#lib/locales.ts'

/** The language of the page; how it writes dates and numbers, formatters know (`LOCALE_TAGS`). */
export function useLocale(): AppLocale {
  return useTag() === 'de' ? 'de' : 'en'
}
