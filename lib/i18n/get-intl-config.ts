import 'server-only'
import { cache } from 'react'
import { formats, LOCALE, TIME_ZONE } from './config.ts'
import messages from './en.json' with { type: 'json' }

/** What one request needs to say something to a person. `now` is fixed, so that the browser repeats the same words. */
export const getIntlConfig = cache(async function getIntlConfig() {
  return { locale: LOCALE, timeZone: TIME_ZONE, messages, formats, now: new Date() } as const
})
