import 'server-only'
import { getEnv } from '#lib/settings/env.ts'

/** Reads cookies from a source: a Request's header or Next's cookie store. */
export type CookieReader = (name: string) => string | undefined

/** True with TLS: then all cookies are `Secure`, which browsers would drop on plain http. */
export function isSecure(): boolean {
  return getEnv().appUrl.startsWith('https://')
}

/**
 * Adds, with TLS, the prefix that browsers protect most: `__Host-`, or `__Secure-` below a path, which `__Host-` does
 * not allow (RFC 6265bis, 4.1.3). The name includes the path, because a cookie of the whole host is sent below every
 * path. So two desks on one host never read each other's cookies.
 */
export function cookieName(name: string): string {
  const { basePath } = getEnv()
  const prefix = isSecure() ? (basePath ? '__Secure-' : '__Host-') : ''
  return `${prefix}portrait-desk${basePath.replaceAll('/', '.')}.${name}`
}

/** The path below which browsers send the desk's cookies. */
export function cookiePath(): string {
  return getEnv().basePath || '/'
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

/** Returns a `Set-Cookie` with the same attributes as next-auth's. A `maxAge` of 0 deletes the cookie. */
export function ownCookie(name: string, value: string, maxAge: number): string {
  const secure = isSecure() ? '; Secure' : ''
  return `${name}=${encodeURIComponent(value)}; Path=${cookiePath()}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`
}
