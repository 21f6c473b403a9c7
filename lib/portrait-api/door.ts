import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { Budget, Lane } from './budget.ts'
import { type Deadlines, type Exchange, exchange } from './exchange.ts'
import { parseRetryAfter } from './retry-after.ts'
import { toServiceError } from './service-errors.ts'

/** A call by its template: path segments are encoded here, so no value can leave the base address. */
export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: (string | number)[]
  query?: Record<string, string | number | undefined>
  body?: unknown
}

export type CallSettings = { deadlines: Deadlines; maxBytes: number; lane?: Lane; signal?: AbortSignal }

/** A successful (2xx) answer. */
export type Answer = Exchange & { json(): Promise<unknown> }

export type Door = (call: Call, settings: CallSettings) => Promise<Answer>

const READ_ATTEMPTS = 3
const RETRY_BASE_MS = 50
const RETRY_CAP_MS = 20_000
/** A 429 is normal life on a shared key: the call is asked again after the pause, but not for ever. */
const LIMITED_ATTEMPTS = 5

/**
 * The way from a typed call to the service and back: place in the budget, exchange, retries, error mapping.
 * Reads are tried three times when the service could not be reached; writes are sent once, because a lost answer may
 * belong to a call that was done. A 429 was certainly not done, so it may be sent again whatever it was.
 */
export function openDoor(options: { baseUrl: string; key: string; budget: Budget }): Door {
  return async (call, settings) => {
    let failures = 0
    let limited = 0
    for (;;) {
      try {
        return await attempt(options, call, settings)
      } catch (error) {
        if (!(error instanceof DeskError)) throw error
        settings.signal?.throwIfAborted()
        if (error instanceof LimitedByService) {
          limited += 1
          if (limited >= LIMITED_ATTEMPTS) throw error
        } else {
          failures += 1
          if (!isRetryable(call, error) || failures >= READ_ATTEMPTS) throw error
          await backOff(failures, settings.signal)
        }
      }
    }
  }
}

/** The service itself answered 429; our own budget's refusal is a plain DeskError and is never asked again. */
class LimitedByService extends DeskError {}

async function attempt(
  { baseUrl, key, budget }: { baseUrl: string; key: string; budget: Budget },
  call: Call,
  { lane = 'interactive', signal, deadlines, maxBytes }: CallSettings,
): Promise<Answer> {
  const permit = await budget.acquire(lane, signal)
  let answer: Exchange
  try {
    answer = await exchange({
      url: toUrl(baseUrl, call),
      method: call.method,
      key,
      deadlines,
      maxBytes,
      ...(call.body !== undefined && { body: call.body }),
      ...(signal && { signal }),
    })
  } finally {
    permit.arrived()
  }
  if (answer.status >= 200 && answer.status < 300) return { ...answer, json: () => readJson(answer.body) }
  if (answer.status === 429) {
    await answer.body.cancel()
    const pauseMs = parseRetryAfter(answer.headers.get('retry-after'))
    budget.pause(pauseMs)
    throw new LimitedByService('busy', { retryAfterSeconds: Math.ceil(pauseMs / 1000) })
  }
  const body = await readJson(answer.body).catch(() => undefined)
  throw toServiceError(answer.status, answer.headers, withoutKey(body, key))
}

/** Reasons of the service reach people; a service that echoes the key in them must not make us tell it. */
function withoutKey(body: unknown, key: string): unknown {
  return (
    body &&
    JSON.parse(JSON.stringify(body), (_, value) => {
      return typeof value === 'string' ? value.replaceAll(key, '[key]') : value
    })
  )
}

function toUrl(baseUrl: string, { path, query = {} }: Call): URL {
  const url = new URL(`${baseUrl}/${path.map(segment => encodeURIComponent(segment)).join('/')}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

async function readJson(body: ReadableStream<Uint8Array>): Promise<unknown> {
  const text = await new Response(body).text()
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new DeskError('bad_service_answer', { cause: new Error('not JSON', { cause }) })
  }
}

function isRetryable(call: Call, error: DeskError): boolean {
  return call.method === 'GET' && (error.code === 'service_unreachable' || error.code === 'service_timeout')
}

/** Full jitter: a random time up to a ceiling that doubles with each failure. */
async function backOff(failures: number, signal: AbortSignal | undefined): Promise<void> {
  const ceiling = Math.min(RETRY_CAP_MS, RETRY_BASE_MS * 2 ** failures)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const stop = () => reject(signal?.reason)
  const timer = setTimeout(resolve, Math.random() * ceiling)
  signal?.addEventListener('abort', stop, { once: true })
  try {
    await promise
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
}
