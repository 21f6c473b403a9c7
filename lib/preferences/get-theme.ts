import 'server-only'
import { cookies } from 'next/headers'
import { cookieName } from '#lib/session/cookies.ts'
import { THEMES, type Theme } from './themes.ts'

/** The theme of the page that is being drawn; `system` when the person chose none. */
export async function getTheme(): Promise<Theme> {
  const chosen = (await cookies()).get(cookieName('theme'))?.value
  return THEMES.find(theme => theme === chosen) ?? 'system'
}
