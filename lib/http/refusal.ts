import 'server-only'
import type { IncomingMessage } from 'node:http'
import type { Env } from '#lib/settings/env.ts'
import { isHealth, toDeskPath } from './desk-path.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Set by `prepare-request.ts`; `app/api/refused` writes the answer. */
export const REFUSAL_HEADER = 'x-desk-refusal'

/** The reason why a request never reaches a page or a handler. */
type Refusal = 'host' | 'method' | 'outside' | 'path' | 'address' | 'headers' | 'upgrade'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const PAGE_METHODS = new Set(['GET', 'HEAD'])
/** Maximum bytes of path and query. The longest address of the desk filters by 500 ids of employees. */
const ADDRESS_MAX = 10_000
/** Maximum number of headers. A browser sends about 20, and each proxy adds a few. */
const HEADERS_MAX = 100
/** Paths of Next's own tools in development, which also POST. */
const DEV_TOOLS = /^\/(_next|__next)/

/**
 * Returns why the desk refuses a request before reading it. Reasons are another host, an unknown method, another
 * protocol, or an address that no link of the desk has. A request with more of anything than a browser sends is refused
 * too. Pages are read-only: whatever the framework could do with a POST to a page cannot be reached.
 */
export function findRefusal(
  { url = '', method = '', headers, rawHeaders }: IncomingMessage,
  env: Env,
  { dev = false } = {},
): Refusal | null {
  const path = toDeskPath(url, env.basePath)?.split('?', 1)[0]
  if (!(path && isHealth(path)) && !isOwnHost(headers.host, env)) return 'host'
  if (path === undefined) return 'outside'
  if (!METHODS.has(method)) return 'method'
  if (url.length > ADDRESS_MAX) return 'address'
  if (rawHeaders.length > 2 * HEADERS_MAX) return 'headers'
  if (headers.upgrade !== undefined && !dev) return 'upgrade'
  if (isOdd(path) || path.startsWith('/_next/image')) return 'path'
  if (isApi(path) || PAGE_METHODS.has(method) || (dev && DEV_TOOLS.test(path))) return null
  return 'method'
}

export function isApi(path: string): boolean {
  return /^\/api(?:[/?]|$)/.test(path)
}

/** True for an address that two readers could interpret differently: where a name ends, where a folder begins. */
function isOdd(path: string): boolean {
  return (
    !path.startsWith('/') ||
    /\/\/|\\|\/\.{1,2}(?:\/|$)|%(?:2e|2f|5c|00)|^\/[^/]*%/i.test(path) ||
    !isDecodable(path)
  )
}

/**
 * False for `%zz` and `%ff`, which are no characters: the framework would fail at them without an answer of the desk.
 */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * True when a request names this desk. Another site can point its own name at our address (DNS rebinding), and its
 * pages would then have the same origin. Practice mode accepts only names of this machine, any other desk only the name
 * in `APP_URL`. The port is ignored, because a proxy in front may use another one.
 */
function isOwnHost(host: string | undefined, { practice, appUrl }: Env): boolean {
  const name = toHostName(host)
  if (name === null) return false
  return name === new URL(appUrl).hostname || (practice && LOOPBACK.has(name))
}

function toHostName(host: string | undefined): string | null {
  if (!host || !/^[\w.:[\]-]+$/.test(host)) return null
  return URL.parse(`http://${host}`)?.hostname.replace(/\.$/, '') ?? null
}
