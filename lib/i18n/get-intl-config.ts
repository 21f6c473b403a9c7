import 'server-only'
import { cache } from 'react'
import { formats, LOCALE_TAGS } from '#lib/locales.ts'
import { getEnv } from '#lib/settings/env.ts'
import { getLocale } from './get-locale.ts'
import { MESSAGES } from './messages.ts'

/** The settings for formatting texts in one request. `now` is fixed, so that the browser renders the same text. */
export const getIntlConfig = cache(async function getIntlConfig() {
  const locale = await getLocale()
  return {
    locale: LOCALE_TAGS[locale],
    timeZone: getEnv().timeZone,
    messages: MESSAGES[locale],
    formats,
    now: new Date(),
  } as const
})
