import 'server-only'
import { cookies } from 'next/headers'
import { cookieName, cookiePath, isSecure } from '#lib/http/cookies.ts'
import type { Preferences } from './contract.ts'
import { formatTableView, parseTableView, type TableView } from './table-view.ts'
import { THEMES, type Theme } from './themes.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** Returns the layout of the employee table in this browser. */
export async function getTableView(): Promise<TableView> {
  return parseTableView((await cookies()).get(cookieName('table-view'))?.value)
}

/** Returns the theme of the page that is being rendered; `system` when none was chosen. */
export async function getTheme(): Promise<Theme> {
  const chosen = (await cookies()).get(cookieName('theme'))?.value
  return THEMES.find(theme => theme === chosen) ?? 'system'
}

/** True when the note about practice mode was closed in this browser. */
export async function isPracticeRead(): Promise<boolean> {
  return (await cookies()).has(cookieName('practice-read'))
}

/** True when single-character shortcuts (`/`, `?`) work, which users can switch off. */
export async function areSingleKeysOn(): Promise<boolean> {
  return (await cookies()).get(cookieName('single-keys'))?.value !== 'off'
}

/** True when the tour was closed or declined in this browser. */
export async function isTourLeft(): Promise<boolean> {
  return (await cookies()).has(cookieName('tour-left'))
}

/**
 * Adds the chosen preferences to the answer as cookies. Only the server reads them, so scripts cannot. The theme
 * `system` means no choice, so its cookie is deleted. See docs/decisions/030-language-theme-and-failed-pages.md.
 */
export function savePreferences(
  answer: Response,
  {
    locale,
    theme,
    practice_read: practiceRead,
    tour_left: tourLeft,
    single_keys: singleKeys,
    table_view: tableView,
  }: Preferences,
): Response {
  if (locale) setCookie(answer, 'locale', { value: locale, maxAge: YEAR_S })
  if (theme === 'system') setCookie(answer, 'theme', { value: '', maxAge: 0 })
  else if (theme) setCookie(answer, 'theme', { value: theme, maxAge: YEAR_S })
  if (singleKeys === 'on') setCookie(answer, 'single-keys', { value: '', maxAge: 0 })
  else if (singleKeys) setCookie(answer, 'single-keys', { value: singleKeys, maxAge: YEAR_S })
  if (practiceRead) setCookie(answer, 'practice-read', { value: '1' })
  if (tourLeft) setCookie(answer, 'tour-left', { value: '1', maxAge: YEAR_S })
  if (tableView) setCookie(answer, 'table-view', { value: formatTableView(tableView), maxAge: YEAR_S })
  return answer
}

/** Sets a cookie. Without a `maxAge` the browser drops it when it is closed. */
function setCookie(answer: Response, name: string, { value, maxAge }: { value: string; maxAge?: number }) {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = isSecure() ? '; Secure' : ''
  answer.headers.append(
    'set-cookie',
    `${cookieName(name)}=${value}; Path=${cookiePath()}${age}; SameSite=Lax; HttpOnly${secure}`,
  )
}
