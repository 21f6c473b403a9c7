import { methods } from '#lib/handlers/methods.ts'
import { getRequestLocale } from '#lib/i18n/get-locale.ts'
import { isAppLocale } from '#lib/locales.ts'
import { writeOfflineWorker } from '#lib/offline/offline-worker.ts'
import { THEMES } from '#lib/preferences/themes.ts'
import { getEnv } from '#lib/settings/env.ts'

const HEADERS = { 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' }

/**
 * The service worker. Its language and theme stand in its address: a browser takes a worker with another address for a new one, so that
 * a choice counts from the next page on. Open to everybody, as it says nothing but that the desk cannot be reached.
 */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({
  GET: async request => {
    const chosen = new URL(request.url).searchParams
    const locale = chosen.get('locale')
    const script = writeOfflineWorker({
      locale: isAppLocale(locale) ? locale : getRequestLocale(request),
      theme: THEMES.find(theme => theme === chosen.get('theme')) ?? 'system',
      appName: getEnv().appName,
    })
    return new Response(script, { headers: HEADERS })
  },
})
