import { API_PREFIX, createApi } from '../api/create-api.ts'
import type { SandboxContext } from '../context.ts'
import { createFaultList } from '../faults/fault-list.ts'
import { ServiceError, toErrorResponse } from '../http/service-error.ts'
import { createJournal } from '../journal/journal.ts'
import { createPortal } from '../portal/create-portal.ts'
import { createPortraits, type Pictures } from '../portraits/portraits.ts'
import { copySeed } from '../seed/create-seed.ts'
import { SANDBOX_KEY } from '../seed/keys.ts'
import { setFirstKey } from '../state/keys.ts'
import { createRateLimiter } from '../state/rate-limiter.ts'
import { createStore } from '../state/store.ts'
import { createVariationList } from '../variations/variation-list.ts'
import type { VariationName } from '../variations/variations.ts'
import { respond } from './respond.ts'
import { varyResponse } from './vary-response.ts'

export type SandboxOptions = {
  /** The API key of the first seeded customer. */
  key?: string
  /** Requests per key in one window. */
  rateLimit?: number
  rateWindowMs?: number
  /** Keeps the state across restarts; without it each sandbox begins with the seed. */
  dataFile?: string
  /** The folder of cached portraits. */
  cacheDir?: string
  /** The kind of picture in the photos; the default is a drawn portrait. */
  pictures?: Pictures
  /** The variations of the start; a reset restores them. */
  variations?: readonly VariationName[]
  now?: () => number
  /** Awaited before a reset, so that a desk can delete what it has read. */
  onReset?: () => Promise<void>
}

export type Sandbox = {
  /** Rejects with `ConnectionDropped` where a real service would close the connection. */
  fetch(request: Request): Promise<Response>
  /** Ends pending answers and drawings. */
  close(): Promise<void>
}

/**
 * The portrait service without a socket: pass a `Request` to its `fetch`. See
 * docs/decisions/003-how-the-tests-are-built.md.
 */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const { key = SANDBOX_KEY, rateLimit = 120, rateWindowMs = 60_000, now = Date.now } = options
  const { dataFile = null, cacheDir = '.cache/sandbox', onReset = async () => {} } = options
  const { variations = [], pictures = 'drawn' } = options
  const context: SandboxContext = {
    store: createStore(() => copySeed(key), dataFile),
    rateLimiter: createRateLimiter(rateLimit, rateWindowMs, now),
    faults: createFaultList(),
    journal: createJournal(now),
    portraits: createPortraits({ cacheDir, pictures }),
    variations: createVariationList(variations),
    now,
  }
  setFirstKey(context.store.state, key)
  const api = createApi(context)
  const portal = createPortal(context, onReset)
  const closing = new AbortController()

  return {
    async fetch(request) {
      const { pathname, search } = new URL(request.url)
      if (pathname === API_PREFIX || pathname.startsWith(`${API_PREFIX}/`)) {
        const path = pathname.slice(API_PREFIX.length) + search
        const work = () =>
          varyResponse(request, { context, prefix: API_PREFIX, work: async inside => api.fetch(inside) })
        return respond(request, { context, path, work, closing: closing.signal })
      }
      if (pathname === '/portal' || pathname.startsWith('/portal/')) return portal.fetch(request)
      return toErrorResponse(new ServiceError(404, `The API is at ${API_PREFIX}, the portal at /portal.`))
    },
    async close() {
      closing.abort()
      await context.portraits.close()
    },
  }
}
