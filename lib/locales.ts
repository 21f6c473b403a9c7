/** The languages of the desk. Each is a file `<locale>.json` with the same keys; a missing key is a type error. */
import type { IntlConfig } from 'use-intl'
import type en from './i18n/en.json'

export const LOCALES = ['de', 'en'] as const

export type AppLocale = (typeof LOCALES)[number]

/**
 * The regional format of dates and numbers for each language. Users who read English here work in Europe: 26 Nov 2026,
 * with the day before the month as is usual there, and the month as a word.
 */
export const LOCALE_TAGS = { de: 'de', en: 'en-GB' } as const satisfies Record<AppLocale, string>

export const formats = {
  dateTime: {
    dayOfYear: { day: 'numeric', month: 'short' },
    monthOfYear: { month: 'short', year: 'numeric' },
    day: { day: 'numeric', month: 'short', year: 'numeric' },
    moment: {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    },
  },
} as const satisfies IntlConfig['formats']

export function isAppLocale(value: unknown): value is AppLocale {
  return LOCALES.some(locale => locale === value)
}

declare module 'use-intl' {
  interface AppConfig {
    Locale: AppLocale | (typeof LOCALE_TAGS)[AppLocale]
    Messages: typeof en
    Formats: typeof formats
  }
}
