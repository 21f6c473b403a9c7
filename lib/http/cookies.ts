import 'server-only'
import { getEnv } from '#lib/settings/env.ts'

/** Anything that cookies can be read from: a Request's header or Next's cookie store. */
export type CookieReader = (name: string) => string | undefined

/** Behind TLS all cookies are `Secure` and carry the `__Host-` prefix; browsers drop such cookies on plain http. */
export function isSecure(): boolean {
  return getEnv().appUrl.startsWith('https://')
}

export function cookieName(name: string): string {
  return `${isSecure() ? '__Host-' : ''}portrait-desk.${name}`
}

export function readCookies(request: Request): CookieReader {
  const cookies = parseCookies(request)
  return name => cookies.get(name)
}

export function parseCookies(request: Request): Map<string, string> {
  const cookies = new Map<string, string>()
  for (const pair of (request.headers.get('cookie') ?? '').split(';')) {
    const [name, ...value] = pair.split('=')
    if (name?.trim()) cookies.set(name.trim(), decode(value.join('=').trim()))
  }
  return cookies
}

function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}

/** A `Set-Cookie` with the same attributes as next-auth's. A `maxAge` of 0 takes the cookie away. */
export function ownCookie(name: string, value: string, maxAge: number): string {
  const secure = isSecure() ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}
