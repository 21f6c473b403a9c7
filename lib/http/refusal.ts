import 'server-only'
import type { IncomingMessage } from 'node:http'
import type { Env } from '#lib/env.ts'
import { isOwnHost } from './own-host.ts'

/** Set by `prepare-request.ts`; `app/api/refused` words the answer. */
export const REFUSAL_HEADER = 'x-desk-refusal'

/** Why a request never reaches a page or a handler. */
type Refusal = 'host' | 'method' | 'path'

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])
const PAGE_METHODS = new Set(['GET', 'HEAD'])
/** Next's own tools in development, which also POST. */
const DEV_TOOLS = /^\/(_next|__next)/

/**
 * What the desk does not even look at: a request for another host, a method that it does not know, and an address that
 * no link of ours has. Pages are only ever read: whatever the framework could do with a POST to a page is out of reach.
 */
export function findRefusal(
  { url = '', method = '', headers }: IncomingMessage,
  env: Env,
  { dev = false } = {},
): Refusal | null {
  const path = url.split('?', 1)[0] ?? ''
  if (!isHealth(path) && !isOwnHost(headers.host, env)) return 'host'
  if (!METHODS.has(method)) return 'method'
  if (isOdd(path) || path.startsWith('/_next/image')) return 'path'
  if (isApi(path) || PAGE_METHODS.has(method) || (dev && DEV_TOOLS.test(path))) return null
  return 'method'
}

export function isApi(path: string): boolean {
  return /^\/api(?:[/?]|$)/.test(path)
}

/** A supervisor asks by address, not by name. */
export function isHealth(path: string): boolean {
  return path.startsWith('/api/health/')
}

/** Two readers could understand such an address differently: where a name ends, where a folder begins. */
function isOdd(path: string): boolean {
  return !path.startsWith('/') || /\/\/|\\|\/\.{1,2}(?:\/|$)|%(?:2e|2f|5c|00)|^\/[^/]*%/i.test(path)
}
