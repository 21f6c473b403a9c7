import 'server-only'
import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { paths } from '#lib/paths.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { getClient, getConnection } from './connection.ts'
import type { Connection, User } from './contract.ts'
import type { CookieReader } from './cookies.ts'
import { readUser } from './read-user.ts'

/** Each page guards itself; the layout above it decides nothing. */
export async function requirePageUser(returnTo: string): Promise<User> {
  return (await getPageUser()) ?? redirect(paths.signIn(returnTo))
}

export async function getPageUser(): Promise<User | null> {
  return readUser(await pageCookies())
}

/** The service for this person; without a key the person is taken to the page where one is entered, and then back. */
export async function requirePageClient(user: User, returnTo: string): Promise<PortraitClient> {
  return (await getClient(user, await pageCookies())) ?? redirect(paths.connect({ returnTo }))
}

export async function getPageConnection(user: User): Promise<Connection> {
  return getConnection(user, await pageCookies())
}

async function pageCookies(): Promise<CookieReader> {
  const store = await cookies()
  return name => store.get(name)?.value
}
