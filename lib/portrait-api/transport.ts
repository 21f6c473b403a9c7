import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { currentLeases, requireLeases } from '#lib/held-leases.ts'
import type { Breaker, Pass } from './breaker.ts'
import type { CallBudget } from './budget.ts'
import type { Lane } from './call-line.ts'
import { type Deadlines, type Exchange, exchange } from './exchange.ts'
import { refuseMask, withoutKey } from './key-mask.ts'
import { measureCall, measureWait } from './measure-call.ts'
import { parseRetryAfter } from './retry-after.ts'
import type { RetryQuota } from './retry-quota.ts'
import { type BodyForm, toServiceError } from './service-errors.ts'
import { isUnanswered, noteTrouble, type Trouble, toContentType, UnreadResponse } from './trouble.ts'

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

type TransportOptions = {
  baseUrl: string
  key: string
  budget: CallBudget
  breaker: Breaker
  quota: RetryQuota
}

/** A successful (2xx) answer. */
export type ServiceResponse = Exchange & {
  /** Undefined for an empty body. Throws `bad_service_answer` for one that is no JSON. */
  json(): Promise<unknown>
  /** What cannot be used of it after all: goes to the log, and comes back as the error to throw. */
  refuse(why: string | DeskError): DeskError
}

type Transport = (call: Call, settings: CallSettings) => Promise<ServiceResponse>

const READ_ATTEMPTS = 3
const RETRY_BASE_MS = 50
const RETRY_CAP_MS = 20_000
/** Of a body that only says what went wrong: reasons for 200 people are a tenth of it. */
const ERROR_BYTES_MAX = 1024 * 1024
/** What the service documents for errors (specification section 7), 429 aside. */
const DOCUMENTED = new Set([401, 403, 404, 409, 422])
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

/** The service itself answered 429; our own budget's refusal is a plain DeskError and is never asked again. */
class LimitedByService extends DeskError {}

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
    // While it stood in the line another desk may have taken up what it belongs to. What belongs to no job sets off in its turn.
    if (call.method !== 'GET' && currentLeases().length > 0) await requireLeases()
    recall?.throwIfAborted()
    pass = breaker.enter()
  } catch (error) {
    permit.giveBack()
    throw error
  }
  begun?.()
  /** The line of a failed call says what its failing did. Whoever finds out after its success changes nothing by it. */
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

type Fail = (error: DeskError, answer?: Trouble['answer']) => DeskError
type Checking = { call: string; key: string; budget: CallBudget; whole: boolean; fail: Fail }

async function checkResponse(
  answer: Exchange,
  { call, key, budget, whole, fail }: Checking,
): Promise<ServiceResponse> {
  const { status, headers } = answer
  if (status === 429) {
    await answer.body.cancel()
    const { windowMs } = budget.state()
    const pauseMs = parseRetryAfter(headers.get('retry-after'), { windowMs, date: headers.get('date') })
    budget.pause(pauseMs)
    throw new LimitedByService('busy', { retryAfterSeconds: Math.ceil(pauseMs / 1000) })
  }
  const refuse = (why: string | DeskError, bytes?: number) =>
    fail(typeof why === 'string' ? badResponse(why) : why, { status, headers, bytes })
  if (status < 200 || status >= 300) throw await readError(answer, { call, key, refuse })
  if (!answer.isDecoded) {
    await answer.body.cancel()
    throw refuse('content-encoding')
  }
  const readText = () =>
    new Response(answer.body).text().catch(thrown => {
      const isBad = thrown instanceof DeskError && thrown.code === 'bad_service_answer'
      throw isBad ? refuse(thrown) : thrown
    })
  const text = whole ? await readText() : null
  return {
    ...answer,
    refuse,
    async json() {
      const said = text ?? (await readText())
      const body = parseJson(said, key)
      if (body === undefined && said !== '') throw refuse('not JSON', Buffer.byteLength(said))
      return body
    },
  }
}

async function readError(
  { status, headers, body, isDecoded }: Exchange,
  {
    call,
    key,
    refuse,
  }: { call: string; key: string; refuse: (error: DeskError, bytes: number) => DeskError },
): Promise<DeskError> {
  const { text, bytes } = await readStart(body)
  const parsed = isDecoded ? parseJson(text, key) : undefined
  const form = toForm(parsed, { text, headers })
  const error = toServiceError({ call, status, form, body: parsed })
  const isWordless = error.code === 'invalid' && error.sentence === undefined
  const isReadable = form === 'data' && !isWordless && error.code !== 'service_moved'
  return DOCUMENTED.has(status) && isReadable ? error : refuse(error, bytes)
}

/** As much of an error as anybody could want to read; its status counts also when the rest never comes. */
async function readStart(body: ReadableStream<Uint8Array>): Promise<{ text: string; bytes: number }> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  try {
    for await (const chunk of body) {
      chunks.push(chunk)
      bytes += chunk.byteLength
      if (bytes > ERROR_BYTES_MAX) break
    }
  } catch {
    // What came before it broke off is what there is.
  }
  return { text: new TextDecoder().decode(Buffer.concat(chunks)), bytes }
}

function toForm(parsed: unknown, { text, headers }: { text: string; headers: Headers }): BodyForm {
  if (parsed !== undefined) return 'data'
  if (text.trim() === '') return 'nothing'
  const isHtml =
    toContentType(headers).includes('html') || /^\s*<(!doctype html|html|head|body)\b/i.test(text)
  return isHtml ? 'html' : 'text'
}

/** The call in the log, without the ids of people: `GET projects/{id}/employees`. */
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

/** The one place where a text of the service becomes something that the desk hands on. Undefined when it is no JSON. */
function parseJson(text: string, key: string): unknown {
  if (text === '') return undefined
  try {
    return withoutKey(JSON.parse(text), { key, text })
  } catch {
    // The parser's own words quote the text, which may hold anything.
    return undefined
  }
}

function badResponse(why: string): DeskError {
  return new DeskError('bad_service_answer', { cause: new UnreadResponse(why) })
}

/** The breaker's refusal names the seconds to wait: asking again before that is no use and costs quota. */
function isRetryable(call: Call, error: DeskError): boolean {
  if (call.method !== 'GET' || error.retryAfterSeconds !== undefined) return false
  return ['service_unreachable', 'gateway_answered', 'service_timeout'].includes(error.code)
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
