import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { Breaker, Pass } from './breaker.ts'
import type { Budget, Lane } from './budget.ts'
import { type Deadlines, type Exchange, exchange } from './exchange.ts'
import { refuseMask, withoutKey } from './key-mask.ts'
import { parseRetryAfter } from './retry-after.ts'
import type { RetryQuota } from './retry-quota.ts'
import { toServiceError } from './service-errors.ts'

/** A call by its template: path segments are encoded here, so no value can leave the base address. */
export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: (string | number)[]
  query?: Record<string, string | number | undefined>
  /** A query as somebody has written it, for the service to judge. */
  search?: URLSearchParams
  body?: unknown
}

export type CallSettings = {
  deadlines: Deadlines
  maxBytes: number
  lane?: Lane
  /** For whom the call is (their account's id): people are served in turn. */
  person?: string
  /** Serves a change although it only reads: it goes before reads. Calls that write always do. */
  changes?: boolean
  /** The person asks for nothing more after this: no reserve is held for them. */
  last?: boolean
  signal?: AbortSignal
  /** Aborting it takes back a call that is not on its way: one in the line, or one that was answered 429. */
  recall?: AbortSignal
  /** Is told when the call has its place and sets off. */
  begun?: () => void
  /** Read the whole body before answering, so that a body which breaks off can be asked for again. */
  whole?: boolean
}

type DoorOptions = {
  baseUrl: string
  key: string
  budget: Budget
  breaker: Breaker
  quota: RetryQuota
}

/** A successful (2xx) answer. */
type Answer = Exchange & { json(): Promise<unknown> }

type Door = (call: Call, settings: CallSettings) => Promise<Answer>

const READ_ATTEMPTS = 3
const RETRY_BASE_MS = 50
const RETRY_CAP_MS = 20_000
/**
 * A 429 is normal life on a shared key: the call is sent again after the pause. A person is told after some tries; a
 * batch has all the time that the service wants it to take.
 */
const LIMITED_ATTEMPTS = 5

/**
 * The way from a typed call to the service and back: place in the budget, exchange, retries, error mapping.
 * Reads are tried three times when the service could not be reached; writes are sent once, because a lost answer may
 * belong to a call that was done. A 429 was certainly not done, so it may be sent again whatever it was.
 */
export function openDoor(options: DoorOptions): Door {
  return async (call, settings) => {
    refuseMask(call.body)
    let failures = 0
    let limited = 0
    for (;;) {
      try {
        const answer = await attempt(options, call, settings)
        if (failures === 0) options.quota.earn()
        return answer
      } catch (error) {
        if (!(error instanceof DeskError)) throw error
        settings.signal?.throwIfAborted()
        if (error instanceof LimitedByService) {
          limited += 1
          settings.recall?.throwIfAborted()
          const isPerson = (settings.lane ?? 'interactive') === 'interactive'
          if (isPerson && limited >= LIMITED_ATTEMPTS) throw error
        } else {
          failures += 1
          if (!isRetryable(call, error) || failures >= READ_ATTEMPTS || !options.quota.spend()) throw error
          await backOff(failures, settings.signal)
        }
      }
    }
  }
}

/** The service itself answered 429; our own budget's refusal is a plain DeskError and is never asked again. */
class LimitedByService extends DeskError {}

async function attempt(
  { baseUrl, key, budget, breaker }: DoorOptions,
  call: Call,
  {
    lane = 'interactive',
    last = false,
    person = '',
    changes = call.method !== 'GET',
    signal,
    recall,
    begun,
    deadlines,
    maxBytes,
    whole = false,
  }: CallSettings,
): Promise<Answer> {
  breaker.check()
  const abort = either(signal, recall)
  const permit = await budget.acquire(lane, { person, changes, last, ...(abort && { signal: abort }) })
  let pass: Pass
  try {
    recall?.throwIfAborted()
    pass = breaker.enter()
  } catch (error) {
    permit.giveBack()
    throw error
  }
  begun?.()
  try {
    const answer = await exchange({
      url: toUrl(baseUrl, call),
      method: call.method,
      key,
      deadlines,
      maxBytes,
      ...(call.body !== undefined && { body: call.body }),
      ...(signal && { signal }),
    }).finally(permit.arrived)
    const checked = await checkAnswer(answer, { key, budget, whole })
    pass.succeeded()
    return checked
  } catch (error) {
    pass.failed(error)
    throw error
  }
}

function either(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter(signal => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}

async function checkAnswer(
  answer: Exchange,
  { key, budget, whole }: { key: string; budget: Budget; whole: boolean },
): Promise<Answer> {
  if (answer.status >= 200 && answer.status < 300) {
    const text = whole ? await new Response(answer.body).text() : null
    return { ...answer, json: async () => parseJson(text ?? (await new Response(answer.body).text()), key) }
  }
  if (answer.status === 429) {
    await answer.body.cancel()
    const pauseMs = parseRetryAfter(answer.headers.get('retry-after'))
    budget.pause(pauseMs)
    throw new LimitedByService('busy', { retryAfterSeconds: Math.ceil(pauseMs / 1000) })
  }
  const body = await new Response(answer.body)
    .text()
    .then(text => parseJson(text, key))
    .catch(() => undefined)
  throw toServiceError(answer.status, answer.headers, body)
}

function toUrl(baseUrl: string, { path, query = {}, search }: Call): URL {
  const url = new URL(`${baseUrl}/${path.map(segment => encodeURIComponent(segment)).join('/')}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  for (const [name, value] of search ?? []) url.searchParams.append(name, value)
  return url
}

/** The one place where a text of the service becomes something that the desk hands on. */
function parseJson(text: string, key: string): unknown {
  try {
    return withoutKey(JSON.parse(text), { key, text })
  } catch {
    // The parser's own words quote the text, which may hold anything.
    throw new DeskError('bad_service_answer', { cause: new Error('not JSON') })
  }
}

/** The breaker's refusal names the seconds to wait: asking again before that is no use and costs quota. */
function isRetryable(call: Call, error: DeskError): boolean {
  if (call.method !== 'GET' || error.retryAfterSeconds !== undefined) return false
  return error.code === 'service_unreachable' || error.code === 'service_timeout'
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
