import 'server-only'
import { getServerSession } from 'next-auth'
import { z } from 'zod'
import { findUser } from './accounts.ts'
import { getAuthOptions } from './auth-options.ts'
import type { User } from './contract.ts'
import { type CookieReader, cookieName } from './cookies.ts'

const sessionSchema = z.object({ user: z.object({ id: z.string() }) })

/**
 * Who is signed in, or null. The session only names the account; what the account may do is read afresh, so that a
 * removed account is out with its next request.
 */
export async function readUser(cookies: CookieReader): Promise<User | null> {
  const name = cookieName('session')
  const token = cookies(name)
  if (!token) return null
  // next-auth takes the request and the response of Node's http; only the session cookie is of interest to it.
  const request = { headers: {}, cookies: { [name]: token } }
  const response = { getHeader: () => undefined, setHeader: () => {} }
  const session: unknown = await Reflect.apply(getServerSession, undefined, [
    request,
    response,
    getAuthOptions(),
  ])
  const parsed = sessionSchema.safeParse(session)
  return parsed.success ? findUser(parsed.data.user.id) : null
}
