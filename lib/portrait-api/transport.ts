import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { writeGuard } from '#lib/ports/write-guard.ts'
import type { Breaker, Pass } from './breaker.ts'
import type { Budget } from './budget.ts'
import type { Lane } from './call-line.ts'
import { checkResponse, type Fail, LimitedByService, type ServiceResponse } from './check-response.ts'
import { type Deadlines, exchange } from './exchange.ts'
import { refuseMask } from './key-mask.ts'
import { measureCall, measureWait } from './measure-call.ts'
import type { RetryQuota } from './retry-quota.ts'
import { isUnanswered, noteTrouble } from './trouble.ts'

/** A call by its template. Path segments are encoded here, so no value can leave the base address. */
export type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: (string | number)[]
  query?: Record<string, string | number | undefined>
  /** A query as a client of the mirror sent it; the service validates it. */
  search?: URLSearchParams
  body?: unknown
}

export type CallSettings = {
  deadlines: Deadlines
  maxBytes: number
  lane?: Lane
  /** Account id of the person who waits for the call: people are served in turn. */
  person?: string
  /** A read that a change needs: it goes before other reads. Calls that write always do. */
  changes?: boolean
  /** The person asks for nothing more after this: no reserve is held for them. */
  last?: boolean
  signal?: AbortSignal
  /** Cancels a call that is not in flight: one in the line, or one that was answered 429. */
  recall?: AbortSignal
  /** Called when the call has its place and starts. */
  begun?: () => void
  /** Reads the whole body before resolving, so that a body that breaks off is retried. */
  whole?: boolean
}

type TransportOptions = {
  baseUrl: string
  key: string
  budget: Budget
  breaker: Breaker
  quota: RetryQuota
}

type Transport = (call: Call, settings: CallSettings) => Promise<ServiceResponse>

const READ_ATTEMPTS = 3
const RETRY_BASE_MS = 50
const RETRY_CAP_MS = 20_000
/**
 * A 429 is normal on a shared key: the call is sent again after the pause. A person sees the error after some attempts;
 * a batch retries without limit.
 */
const LIMITED_ATTEMPTS = 5

/**
 * Creates the path of a call to the service and back: place in the budget, exchange, retries, error mapping. A read has
 * three attempts when the service is unreachable. A write is sent once, because a lost answer may belong to a write
 * that was done. A call answered 429 was certainly not done, so any call may be sent again.
 */
export function createTransport(options: TransportOptions): Transport {
  return async (call, settings) => {
    refuseMask(call.body)
    let failures = 0
    let limited = 0
    for (;;) {
      try {
        const answer = await attempt(options, call, { ...settings, attempt: failures + limited + 1 })
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

async function attempt(
  { baseUrl, key, budget, breaker }: TransportOptions,
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
    attempt,
  }: CallSettings & { attempt: number },
): Promise<ServiceResponse> {
  breaker.check()
  const abort = either(signal, recall)
  const place = { person, changes, last, ...(abort && { signal: abort }) }
  const permit = await measureWait(lane, () => budget.acquire(lane, place))
  let pass: Pass
  try {
    // Another desk may have claimed the job while the call waited. Without a job there is no await, so calls keep their
    // order.
    const guard = writeGuard.get()
    if (call.method !== 'GET' && guard.isActive()) await guard.requireForCall()
    recall?.throwIfAborted()
    pass = breaker.enter()
  } catch (error) {
    permit.giveBack()
    throw error
  }
  begun?.()
  /**
   * Logs a failed call with its effect on the breaker. A failure that is found after a success changes nothing there.
   */
  const fail: Fail = (error, answer) => {
    const breaker = pass.failed(error)
    return noteTrouble(error, { call: toTemplate(call), attempt, breaker, key, ...(answer && { answer }) })
  }
  try {
    const answer = await measureCall(toTemplate(call), () =>
      exchange({
        url: toUrl(baseUrl, call),
        method: call.method,
        key,
        deadlines,
        maxBytes,
        ...(call.body !== undefined && { body: call.body }),
        ...(signal && { signal }),
      }),
    ).finally(permit.arrived)
    const checked = await checkResponse(answer, { call: toTemplate(call), key, budget, whole, fail })
    pass.succeeded()
    void checked.broken.then(error => isUnanswered(error) && fail(error))
    return checked
  } catch (error) {
    if (isUnanswered(error) && !error.requestId) throw fail(error)
    pass.failed(error)
    throw error
  }
}

function either(...signals: (AbortSignal | undefined)[]): AbortSignal | undefined {
  const given = signals.filter(signal => signal !== undefined)
  return given.length > 1 ? AbortSignal.any(given) : given[0]
}

/** The call as logged, without ids: `GET projects/{id}/employees`. */
export function toTemplate({ method, path }: Call): string {
  return `${method} ${path.map(segment => (typeof segment === 'number' ? '{id}' : segment)).join('/')}`
}

function toUrl(baseUrl: string, { path, query = {}, search }: Call): URL {
  const url = new URL(`${baseUrl}/${path.map(segment => encodeURIComponent(segment)).join('/')}`)
  for (const [name, value] of Object.entries(query))
    if (value !== undefined) url.searchParams.set(name, String(value))
  for (const [name, value] of search ?? []) url.searchParams.append(name, value)
  return url
}

/** False also for a breaker's refusal: it gives the seconds to wait, and an earlier retry would only cost quota. */
function isRetryable(call: Call, error: DeskError): boolean {
  if (call.method !== 'GET' || error.retryAfterSeconds !== undefined) return false
  return ['service_unreachable', 'gateway_answered', 'service_timeout'].includes(error.code)
}

/** Waits with full jitter: a random time up to a ceiling that doubles with each failure. */
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
