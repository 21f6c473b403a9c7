import 'server-only'
import type { IncomingMessage } from 'node:http'
import type { Env } from '#lib/settings/env.ts'
import { isHealth, toDeskPath } from './desk-path.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Set by `prepare-request.ts`; `app/api/refused` words the answer. */
export const REFUSAL_HEADER = 'x-desk-refusal'

/** Why a request never reaches a page or a handler. */
type Refusal = 'host' | 'method' | 'outside' | 'path' | 'address' | 'headers' | 'upgrade'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const PAGE_METHODS = new Set(['GET', 'HEAD'])
/** Bytes of path and query. The longest address of ours filters by 500 numbers of people. */
const ADDRESS_MAX = 10_000
/** A browser sends about 20, and each proxy on the way adds a few. */
const HEADERS_MAX = 100
/** Next's own tools in development, which also POST. */
const DEV_TOOLS = /^\/(_next|__next)/

/**
 * What the desk does not even look at: a request for another host, a method that it does not know, an address that no link
 * of ours has, more of anything than a browser sends, and the wish to speak another protocol than HTTP. Pages are only ever
 * read: whatever the framework could do with a POST to a page is out of reach.
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

/** Two readers could understand such an address differently: where a name ends, where a folder begins. */
function isOdd(path: string): boolean {
  return (
    !path.startsWith('/') ||
    /\/\/|\\|\/\.{1,2}(?:\/|$)|%(?:2e|2f|5c|00)|^\/[^/]*%/i.test(path) ||
    !isDecodable(path)
  )
}

/** `%zz` and `%ff` are no characters: the framework would fail at them without an answer of ours. */
function isDecodable(path: string): boolean {
  try {
    decodeURIComponent(path)
    return true
  } catch {
    return false
  }
}

/**
 * Whether a request names this desk. Another site can point its own name at our address (DNS rebinding), and its pages
 * would then be "same origin" with us: practice mode answers to the names of this machine only, any other desk to the
 * name in `APP_URL`. The port does not count, because a proxy in front may have another one.
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
