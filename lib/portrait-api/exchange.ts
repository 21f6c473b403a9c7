import type { Dispatcher } from 'undici'
import { DeskError } from '#lib/errors.ts'
import { connectionsTo, toProxyRefusal } from '#lib/outbound/connections.ts'
import packageJson from '#package.json' with { type: 'json' }

/** How long each phase of a call to the service may take, in milliseconds. */
export type Deadlines = { firstByteMs: number; idleBodyMs: number; totalMs: number }

export const JSON_DEADLINES: Deadlines = { firstByteMs: 15_000, idleBodyMs: 30_000, totalMs: 60_000 }
export const PHOTO_DEADLINES: Deadlines = { firstByteMs: 30_000, idleBodyMs: 30_000, totalMs: 300_000 }

export type ExchangeRequest = {
  url: URL
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  key: string
  /** Sent as JSON. */
  body?: unknown
  /** The caller's: aborting it ends the call to the service, also in the middle of a body. */
  signal?: AbortSignal
  deadlines: Deadlines
  /** Bytes after which a body is refused. */
  maxBytes: number
  /** Other connections than those that all calls share. */
  connections?: Dispatcher
}

export type Exchange = {
  status: number
  headers: Headers
  body: ReadableStream<Uint8Array>
  /** Whether the body is what the service meant: false when it was packed in a way that nobody here can undo. */
  isDecoded: boolean
  /** Resolves with the reason when the body breaks off; a body that comes to its end never does. */
  broken: Promise<unknown>
}

/** Who asks, in the logs of the service and of what lies in between (RFC 9110 section 10.1.5). */
const USER_AGENT = `${packageJson.name}/${packageJson.version}`
/** What `fetch` undoes by itself, in any spelling (RFC 9110 section 8.4.1); the cap counts what comes out of it. */
const DECODED = new Set(['', 'identity', 'gzip', 'x-gzip', 'deflate', 'br', 'zstd'])

/**
 * One HTTP exchange with the service: the only `fetch` on the server. Resolves when the headers are there; the body
 * then keeps its own deadlines and size cap. Throws the caller's abort reason, `service_timeout`,
 * `service_unreachable` (also when the body was cut), or `bad_service_answer` (a body that is too large or was packed
 * wrongly). A redirect is an answer like any other: the key follows none.
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
    // The length of a photo can only be checked when it is not the length of something packed.
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

/** Which deadline it was, in the words of the log. */
const TIMEOUTS = { firstByteMs: 'TIMEOUT_FIRST_BYTE', idleBodyMs: 'TIMEOUT_BODY' } as const

function timeout(code: string): DeskError {
  return new DeskError('service_timeout', { cause: Object.assign(new Error('timeout'), { code }) })
}

/** In the words of the log: undici only says that the call was aborted. */
function proxyRefused(status: number): Error {
  return Object.assign(new Error('proxy'), { code: `PROXY_REFUSED_${status}` })
}

/** The clock and the caller of one exchange, as one signal. */
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

  /** The next sign of life must come within this phase's deadline. */
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

  /** Why it really failed: undici only says "fetch failed" or "terminated". */
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

/** The codes of Node's zlib for gzip, brotli and zstd. */
function isWronglyPacked(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /^(Z_|ERR__|ERR_BROTLI|ZSTD_)/.test(String(cause.code))
}

/** Failures before the first byte of the request: a write that met one of them did not happen. */
const CONNECT_FAILURES = new Set([
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
])
/** How Node's words for a certificate that it does not believe begin. What the other side has against ours may come later. */
const UNBELIEVED = /^(CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|ERR_TLS_CERT_)/

function isConnectFailure(cause: unknown): boolean {
  if (!(cause instanceof Error && 'code' in cause)) return false
  const code = String(cause.code)
  return CONNECT_FAILURES.has(code) || UNBELIEVED.test(code)
}
