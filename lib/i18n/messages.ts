import 'server-only'
import type { AppLocale } from '#lib/locales.ts'
import de from './de.json' with { type: 'json' }
import en from './en.json' with { type: 'json' }

/** All texts. Checked in both directions, so that neither file has a key that the other lacks. */
export const MESSAGES = { de: de satisfies typeof en, en: en satisfies typeof de } as const satisfies Record<
  AppLocale,
  unknown
>
