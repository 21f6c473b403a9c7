import 'server-only'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import { paths } from '#lib/address/paths.ts'
import type { Connection, SessionLeft, User } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import type { CookieReader } from '#lib/http/cookies.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { getClient, getConnection } from '#lib/session/connection/connection.ts'
import { getOwnTimeLeft } from '#lib/session/sessions/own-sessions.ts'
import { readSession } from '#lib/session/sessions/read-session.ts'

/**
 * Each page guards itself; the layout above it decides nothing. See
 * docs/decisions/005-guards-on-every-page-and-handler.md.
 */
export async function requirePageUser(returnTo: string): Promise<User> {
  return (await getPageUser()) ?? redirect(paths.signIn(returnTo))
}

export async function getPageUser(): Promise<User | null> {
  return (await getPageSession())?.user ?? null
}

/**
 * Returns the service's client for this user. Without a key it redirects to the page where one is entered, and later
 * back.
 */
export async function requirePageClient(returnTo: string): Promise<PortraitClient> {
  const session = (await getPageSession()) ?? redirect(paths.signIn(returnTo))
  const client = await getClient(session, await pageCookies()).catch((error: unknown) => {
    if (error instanceof DeskError && error.code === 'key_unreadable') return error.code
    throw error
  })
  if (client === 'key_unreadable') redirect(paths.connect({ reason: client, returnTo }))
  return client ?? redirect(paths.connect({ returnTo }))
}

/** Returns the service's client for this user, or null: for pages that only show more with it. */
export async function getPageClient(): Promise<PortraitClient | null> {
  const session = await getPageSession()
  return session && getClient(session, await pageCookies()).catch(() => null)
}

export async function getPageConnection(): Promise<Connection> {
  const session = await getPageSession()
  return session ? getConnection(session, await pageCookies()) : { connected: false, by: null }
}

/** Returns how long the user of the page stays signed in. */
export async function getPageTimeLeft(): Promise<SessionLeft | null> {
  const session = await getPageSession()
  return session && getOwnTimeLeft(session).catch(() => null)
}

/** Read once per page, although layout and page both need it. A page view counts as activity. */
export const getPageSession = cache(async () => readSession(await pageCookies(), { touch: true }))

async function pageCookies(): Promise<CookieReader> {
  const store = await cookies()
  return name => store.get(name)?.value
}
