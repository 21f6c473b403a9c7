import 'server-only'
import type { Connection, ConnectionSource } from '#lib/contracts/session.ts'
import { DeskError } from '#lib/errors.ts'
import type { CookieReader } from '#lib/http/cookies.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import { connectWithKey } from '#lib/portrait-api/connect.ts'
import type { Session } from '#lib/session/sessions/read-session.ts'
import { getEnv } from '#lib/settings/env.ts'
import { openCallRecord } from '#lib/store/call-store.ts'
import { readCompanyKey } from './company-key.ts'
import { readPersonalKey } from './personal-key.ts'

/** The key for a user and its source, or why there is none: none was entered, or it can no longer be opened. */
type FoundKey = { key: string; by: ConnectionSource } | { key: null; unreadable: boolean }

/** Returns the client with the key for this user, or null when the desk has none. Throws `key_unreadable`. */
export async function getClient(session: Session, cookies: CookieReader): Promise<PortraitClient | null> {
  const found = await findKey(session, cookies)
  if (found.key !== null) return connect(found.key, session.user.id)
  if (found.unreadable) throw new DeskError('key_unreadable')
  return null
}

/** Returns the client with a key that works without a signed-in user, or null when users bring their own keys. */
export async function getBackgroundClient(): Promise<PortraitClient | null> {
  const operators = getEnv().portraitApiKey
  if (operators) return connect(operators)
  const company = await readCompanyKey()
  return company && company !== 'unreadable' ? connect(company.key) : null
}

/** Returns the state of the connection; never the key. */
export async function getConnection(session: Session, cookies: CookieReader): Promise<Connection> {
  const found = await findKey(session, cookies)
  if (found.key !== null) return { connected: true, by: found.by }
  return { connected: false, by: null, ...(found.unreadable && { reason: 'key_unreadable' as const }) }
}

/** True when the operator (or practice mode) has set a key for all accounts, which no page can change. */
export function isConnectedByOperator(): boolean {
  return getEnv().portraitApiKey !== undefined
}

/** Checks with one call whether the service accepts this key. Resolves to the number of projects that it sees. */
export async function checkKey(key: string, signal: AbortSignal): Promise<number> {
  return (await connect(key).listProjects({ signal, fresh: true })).data.length
}

function connect(key: string, person?: string): PortraitClient {
  return connectWithKey(key, { openRecord: openCallRecord, ...(person !== undefined && { person }) })
}

/** Finds the key: the operator's comes first; then the user's own, then the company's. */
async function findKey(session: Session, cookies: CookieReader): Promise<FoundKey> {
  const { practice, portraitApiKey } = getEnv()
  if (portraitApiKey) return { key: portraitApiKey, by: practice ? 'practice' : 'operator' }
  const own = await readPersonalKey(session, cookies)
  if (own && own !== 'unreadable') return { key: own.key, by: 'person' }
  const company = await readCompanyKey()
  if (company && company !== 'unreadable') return { key: company.key, by: 'company' }
  return { key: null, unreadable: own === 'unreadable' || company === 'unreadable' }
}
