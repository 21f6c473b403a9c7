import 'server-only'
import type { User } from './contract.ts'
import type { CookieReader } from './cookies.ts'
import { type ReadSessionOptions, readSession } from './read-session.ts'

/** Who is signed in, or null; see `readSession`. */
export async function readUser(cookies: CookieReader, options?: ReadSessionOptions): Promise<User | null> {
  return (await readSession(cookies, options))?.user ?? null
}
