/** The desk speaks one language for now; each further one is a JSON file with the same keys as `en.json`. */
import type { IntlConfig } from 'use-intl'
import messages from './en.json' with { type: 'json' }

export const LOCALE = 'en'

/** Server and browser name the same day at the same moment, wherever they stand. */
export const TIME_ZONE = 'Europe/Berlin'

export const formats = {
  dateTime: {
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

declare module 'use-intl' {
  interface AppConfig {
    Locale: 'de' | 'en'
    Messages: typeof messages
    Formats: typeof formats
  }
}
