import 'server-only'
import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { cookieName, readCookies } from '#lib/http/cookies.ts'
import type { AppLocale } from '#lib/locales.ts'
import { getEnv } from '#lib/settings/env.ts'
import { pickLocale } from './pick-locale.ts'

/** The language of the page being rendered. See docs/decisions/030-language-theme-and-failed-pages.md. */
export const getLocale = cache(async function getLocale(): Promise<AppLocale> {
  const [store, sent] = await Promise.all([cookies(), headers()])
  return pickLocale({
    chosen: store.get(cookieName('locale'))?.value,
    accepted: sent.get('accept-language'),
    fallback: getEnv().appLocale,
  })
})

/** The language of a handler's response. */
export function getRequestLocale(request: Request): AppLocale {
  return pickLocale({
    chosen: readCookies(request)(cookieName('locale')),
    accepted: request.headers.get('accept-language'),
    fallback: getEnv().appLocale,
  })
}
