import 'server-only'
import { cookies } from 'next/headers'
import { cookieName, cookiePath, isSecure } from '#lib/http/cookies.ts'
import type { Preferences } from './contract.ts'
import { formatTableView, parseTableView, type TableView } from './table-view.ts'
import { THEMES, type Theme } from './themes.ts'

const YEAR_S = 365 * 24 * 60 * 60

/** How this browser's person wants the employee table. */
export async function getTableView(): Promise<TableView> {
  return parseTableView((await cookies()).get(cookieName('table-view'))?.value)
}

/** The theme of the page that is being drawn; `system` when the person chose none. */
export async function getTheme(): Promise<Theme> {
  const chosen = (await cookies()).get(cookieName('theme'))?.value
  return THEMES.find(theme => theme === chosen) ?? 'system'
}

/** Whether this browser's person has put the note about practice mode away. */
export async function isPracticeRead(): Promise<boolean> {
  return (await cookies()).has(cookieName('practice-read'))
}

/** Whether keys of a single character (`/`, `?`) do something: not for who has switched them off. */
export async function areSingleKeysOn(): Promise<boolean> {
  return (await cookies()).get(cookieName('single-keys'))?.value !== 'off'
}

/** Whether this browser's person has left or declined the tour. */
export async function isTourLeft(): Promise<boolean> {
  return (await cookies()).has(cookieName('tour-left'))
}

/**
 * Puts what was chosen into the answer's cookies. Only the server reads them, so no script may. The theme `system` is
 * the absence of a choice, so its cookie goes. See docs/decisions/030-language-theme-and-failed-pages.md.
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

/** Without a `maxAge` the browser forgets it when it is closed. */
function setCookie(answer: Response, name: string, { value, maxAge }: { value: string; maxAge?: number }) {
  const age = maxAge === undefined ? '' : `; Max-Age=${maxAge}`
  const secure = isSecure() ? '; Secure' : ''
  answer.headers.append(
    'set-cookie',
    `${cookieName(name)}=${value}; Path=${cookiePath()}${age}; SameSite=Lax; HttpOnly${secure}`,
  )
}
