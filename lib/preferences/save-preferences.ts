import 'server-only'
import { cookieName, isSecure } from '#lib/session/cookies.ts'
import type { Preferences } from './contract.ts'

const YEAR_S = 365 * 24 * 60 * 60

/**
 * Puts what was chosen into the answer's cookies. Only the server reads them, so no script may. The theme `system` is
 * the absence of a choice, so its cookie goes.
 */
export function savePreferences(answer: Response, { locale, theme }: Preferences): Response {
  if (locale) setCookie(answer, 'locale', locale)
  if (theme) setCookie(answer, 'theme', theme === 'system' ? null : theme)
  return answer
}

function setCookie(answer: Response, name: string, value: string | null): void {
  const age = value === null ? 0 : YEAR_S
  const secure = isSecure() ? '; Secure' : ''
  answer.headers.append(
    'set-cookie',
    `${cookieName(name)}=${value ?? ''}; Path=/; Max-Age=${age}; SameSite=Lax; HttpOnly${secure}`,
  )
}
