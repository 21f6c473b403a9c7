import type { Dispatcher } from 'undici'
import { DeskError } from '#lib/errors.ts'
import { connectionsTo, toProxyRefusal } from '#lib/outbound/connections.ts'
import packageJson from '#package.json' with { type: 'json' }

/** Milliseconds that each phase of a call to the service may take. */
export type Deadlines = { firstByteMs: number; idleBodyMs: number; totalMs: number }

export const JSON_DEADLINES: Deadlines = { firstByteMs: 15_000, idleBodyMs: 30_000, totalMs: 60_000 }
export const PHOTO_DEADLINES: Deadlines = { firstByteMs: 30_000, idleBodyMs: 30_000, totalMs: 300_000 }

export type ExchangeRequest = {
  url: URL
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  key: string
  /** Sent as JSON. */
  body?: unknown
  /** The caller's signal: aborting it ends the call to the service, even in the middle of a body. */
  signal?: AbortSignal
  deadlines: Deadlines
  /** Bytes after which a body is refused. */
  maxBytes: number
  /** Connections to use instead of those that all calls share. */
  connections?: Dispatcher
}

export type Exchange = {
  status: number
  headers: Headers
  body: ReadableStream<Uint8Array>
  /** False when the body has an encoding that `fetch` cannot decode. */
  isDecoded: boolean
  /** Resolves with the reason when the body breaks off; never resolves for a complete body. */
  broken: Promise<unknown>
}

/** Identifies the desk in the logs of the service and of proxies (RFC 9110 section 10.1.5). */
const USER_AGENT = `${packageJson.name}/${packageJson.version}`
/** Encodings that `fetch` decodes, in any letter case (RFC 9110 section 8.4.1); the size cap counts decoded bytes. */
const DECODED = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/**
 * Makes one HTTP exchange with the service: the only `fetch` on the server. Resolves when the headers have arrived; the
 * body then keeps its own deadlines and size cap. Throws the caller's abort reason, `service_timeout`,
 * `service_unreachable` (also for a body that breaks off), or `bad_service_answer` (a body that is too large or wrongly
 * encoded). A redirect is an ordinary answer: it is never followed, so the key goes nowhere else.
 */
export async function exchange(request: ExchangeRequest): Promise<Exchange> {
  const watch = new Watch(request.deadlines, request.signal)
  try {
    const answer = await fetch(request.url, {
      method: request.method,
      headers: toHeaders(request),
      ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
      redirect: 'manual',
      cache: 'no-store',
      signal: watch.signal,
      dispatcher: request.connections ?? connectionsTo(request.url, 'service'),
    } as RequestInit)
    watch.expect('idleBodyMs')
    const broken = Promise.withResolvers<unknown>()
    return {
      status: answer.status,
      headers: answer.headers,
      body: guardBody(answer, watch, { maxBytes: request.maxBytes, onBreak: broken.resolve }),
      isDecoded: isDecoded(answer.headers),
      broken: broken.promise,
    }
  } catch (thrown) {
    watch.end()
    throw watch.explain(thrown)
  }
}

function toHeaders({ key, body }: ExchangeRequest): Record<string, string> {
  return {
    authorization: `Bearer ${key}`,
    accept: 'application/json, image/jpeg, image/png',
    // The length of a photo can only be checked when the body is not compressed.
    'accept-encoding': 'identity',
    'user-agent': USER_AGENT,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
}

function guardBody(
  answer: Response,
  watch: Watch,
  { maxBytes, onBreak }: { maxBytes: number; onBreak: (error: unknown) => void },
): ReadableStream<Uint8Array> {
  const reader = answer.body?.getReader()
  let received = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const next = await reader?.read()
          if (!next || next.done) {
            watch.end()
            return controller.close()
          }
          watch.expect('idleBodyMs')
          received += next.value.byteLength
          if (received > maxBytes) throw new DeskError('bad_service_answer')
          controller.enqueue(next.value)
        } catch (thrown) {
          const error = watch.explain(thrown)
          watch.abort(error)
          controller.error(error)
          onBreak(error)
        }
      },
      cancel(reason) {
        watch.abort(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

/** Log codes of the deadlines. */
const TIMEOUTS = { firstByteMs: 'TIMEOUT_FIRST_BYTE', idleBodyMs: 'TIMEOUT_BODY' } as const

function timeout(code: string): DeskError {
  return new DeskError('service_timeout', { cause: Object.assign(new Error('timeout'), { code }) })
}

/** The cause for the log: undici only says that the call was aborted. */
function proxyRefused(status: number): Error {
  return Object.assign(new Error('proxy'), { code: `PROXY_REFUSED_${status}` })
}

/** The deadlines and the caller's signal of one exchange, as one signal. */
class Watch {
  readonly #deadlines: Deadlines
  readonly #caller: AbortSignal | undefined
  readonly #controller = new AbortController()
  readonly #total: ReturnType<typeof setTimeout>
  #phase: ReturnType<typeof setTimeout> | undefined
  readonly #onCallerAbort = () => this.abort(this.#caller?.reason)

  constructor(deadlines: Deadlines, caller: AbortSignal | undefined) {
    caller?.throwIfAborted()
    this.#deadlines = deadlines
    this.#caller = caller
    this.#total = setTimeout(() => this.abort(timeout('TIMEOUT_TOTAL')), deadlines.totalMs)
    caller?.addEventListener('abort', this.#onCallerAbort, { once: true })
    this.expect('firstByteMs')
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Restarts the timer: the next bytes must arrive within this phase's deadline. */
  expect(phase: 'firstByteMs' | 'idleBodyMs'): void {
    clearTimeout(this.#phase)
    this.#phase = setTimeout(() => this.abort(timeout(TIMEOUTS[phase])), this.#deadlines[phase])
  }

  abort(reason: unknown): void {
    this.end()
    this.#controller.abort(reason)
  }

  end(): void {
    clearTimeout(this.#phase)
    clearTimeout(this.#total)
    this.#caller?.removeEventListener('abort', this.#onCallerAbort)
  }

  /** Returns the real reason of a failure: undici only says "fetch failed" or "terminated". */
  explain(thrown: unknown): unknown {
    if (this.signal.aborted) return this.signal.reason
    if (thrown instanceof DeskError) return thrown
    const cause = thrown instanceof Error ? thrown.cause : undefined
    if (isWronglyPacked(cause))
      return new DeskError('bad_service_answer', { cause: new Error('content-encoding') })
    const refusal = toProxyRefusal(cause)
    if (refusal !== null)
      return new DeskError('service_unreachable', { cause: proxyRefused(refusal), neverSent: true })
    return new DeskError('service_unreachable', { cause: thrown, neverSent: isConnectFailure(cause) })
  }
}

function isDecoded(headers: Headers): boolean {
  const encodings = (headers.get('content-encoding') ?? '').toLowerCase().split(',')
  return encodings.every(encoding => DECODED.has(encoding.trim()))
}

/** True for the error codes of Node's zlib for gzip, brotli and zstd. */
function isWronglyPacked(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /^(Z_|ERR__|ERR_BROTLI|ZSTD_)/.test(String(cause.code))
}

/** Failures before the first byte of the request: the service has not received a write that failed so. */
const CONNECT_FAILURES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])
/**
 * Prefixes of Node's codes for a certificate that we do not trust. The other side may refuse our certificate later,
 * after the first byte.
 */
const UNBELIEVED = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/

function isConnectFailure(cause: unknown): boolean {
  if (!(cause instanceof Error && 'code' in cause)) return false
  const code = String(cause.code)
  return CONNECT_FAILURES.has(code) || UNBELIEVED.test(code)
}
