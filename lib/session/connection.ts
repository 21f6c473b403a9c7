import 'server-only'
import { getIronSession, type SessionOptions, unsealData } from 'iron-session'
import { z } from 'zod'
import { getEnv } from '#lib/env.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { connectWithKey } from '#lib/portrait-api/connect.ts'
import type { Connection, User } from './contract.ts'
import { type CookieReader, cookieName, isSecure } from './cookies.ts'
import { getSealPassword } from './secrets.ts'

/** As long as a sign-in: somebody who signs in tomorrow connects again. */
const SEAL_TTL_S = 8 * 60 * 60

/** What the sealed cookie holds. It belongs to one person: with another person's sign-in it counts as absent. */
const sealSchema = z.object({ userId: z.string(), key: z.string(), expiresAt: z.number() })
type Seal = z.infer<typeof sealSchema>

/** The client for this person's key, or null when the desk has none. */
export async function getClient(user: User, cookies: CookieReader): Promise<PortraitClient | null> {
  const key = getEnv().portraitApiKey ?? (await readSealedKey(user, cookies))
  return key ? connectWithKey(key) : null
}

/** The client for a key that serves the desk without anybody being there, or null when people bring their own. */
export async function getStandingClient(): Promise<PortraitClient | null> {
  const key = getEnv().portraitApiKey
  return key ? connectWithKey(key) : null
}

/** The state of the connection; never the key. */
export async function getConnection(user: User, cookies: CookieReader): Promise<Connection> {
  const { practice, portraitApiKey } = getEnv()
  if (practice) return { connected: true, by: 'practice' }
  if (portraitApiKey) return { connected: true, by: 'operator' }
  const key = await readSealedKey(user, cookies)
  return key ? { connected: true, by: 'person' } : { connected: false, by: null }
}

/** Whether people bring their own key, or the operator (or practice mode) has set one for everybody. */
export function isConnectedByOperator(): boolean {
  return getEnv().portraitApiKey !== undefined
}

/** Asks the service with one call whether it accepts this key. Resolves to the number of projects that it sees. */
export async function checkKey(key: string, signal: AbortSignal): Promise<number> {
  return (await connectWithKey(key).listProjects({ signal, fresh: true })).length
}

/** Seals the key into the answer's cookie. */
export async function saveKey(request: Request, response: Response, user: User, key: string): Promise<void> {
  const session = await getIronSession<Seal>(request, response, sealOptions())
  session.userId = user.id
  session.key = key
  session.expiresAt = Date.now() + SEAL_TTL_S * 1000
  await session.save()
}

/** Takes the cookie away. */
export async function removeKey(request: Request, response: Response): Promise<void> {
  const session = await getIronSession<Seal>(request, response, sealOptions())
  session.destroy()
}

async function readSealedKey(user: User, cookies: CookieReader): Promise<string | null> {
  const cookie = cookies(cookieName('connection'))
  if (!cookie) return null
  const unsealed: unknown = await unsealData(cookie, { password: getSealPassword(), ttl: SEAL_TTL_S }).catch(
    () => null,
  )
  const seal = sealSchema.safeParse(unsealed)
  if (!seal.success || seal.data.userId !== user.id || seal.data.expiresAt <= Date.now()) return null
  return seal.data.key
}

function sealOptions(): SessionOptions {
  return {
    cookieName: cookieName('connection'),
    password: getSealPassword(),
    ttl: SEAL_TTL_S,
    cookieOptions: { httpOnly: true, sameSite: 'strict', secure: isSecure(), path: '/' },
  }
}
