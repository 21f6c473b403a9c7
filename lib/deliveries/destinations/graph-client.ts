import 'server-only'
import { type Dispatcher, request } from 'undici'
import { z } from 'zod'
import { connectionsTo } from '#lib/outbound/connections.ts'
import { getEnv } from '#lib/settings/env.ts'
import { DestinationError } from './destination.ts'
import { type GraphTurns, graphTurns, WAIT_HERE_MS } from './graph-turns.ts'
import type { SettingsOf } from './settings.ts'

const ANSWER_MS = 30_000
/** Maximum size (bytes) of a JSON answer. */
const JSON_MAX = 64 * 1024
/** Longest pause (ms) that is respected. */
const WAIT_MAX_MS = 60 * 60_000
/** Tries of one call. More tries, and waits longer than `WAIT_HERE_MS`, are left to the whole run. */
const TRIES = 4

type Settings = SettingsOf<'microsoft-365'>
export type Answer = { status: number; headers: Dispatcher.ResponseData['headers']; body: Buffer }
type Call = {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  body?: Buffer
  maxBytes?: number
  signal: AbortSignal
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const errorSchema = z.object({ error: z.object({ code: z.string() }) })

/** One app of one tenant. */
export class Graph {
  readonly #settings: Settings
  readonly #secret: string
  readonly #turns: GraphTurns
  #token: { value: string; until: number } | null = null

  constructor(settings: Settings, secret: string) {
    this.#settings = settings
    this.#secret = secret
    this.#turns = graphTurns(`${settings.tenant}/${settings.client_id}`)
  }

  /** The client-credentials grant (RFC 6749, section 4.4). */
  async signIn(signal: AbortSignal): Promise<string> {
    const { loginUrl, graphUrl } = getEnv().deliveries
    const body = new URLSearchParams({
      grant_type: 'client_credentials',
      client_id: this.#settings.client_id,
      client_secret: this.#secret,
      scope: `${graphUrl}/.default`,
    })
    const url = new URL(`/${this.#settings.tenant}/oauth2/v2.0/token`, loginUrl)
    const headers = { 'content-type': 'application/x-www-form-urlencoded' }
    const answer = await ask(url, { method: 'POST', headers, body: body.toString(), signal }, JSON_MAX)
    if (answer.status === 400 || answer.status === 401) throw new DestinationError('sign_in_refused')
    const parsed = tokenSchema.safeParse(parse(answer.body))
    if (answer.status !== 200 || !parsed.success)
      throw new DestinationError('unreachable', { message: `The sign-in answered ${answer.status}.` })
    const { access_token: value, expires_in: seconds } = parsed.data
    // Two minutes are left for calls that start just before the token expires.
    this.#token = { value, until: Date.now() + Math.max(0, seconds - 120) * 1000 }
    return value
  }

  /** Makes one call in its turn. Throws `throttled` when Graph asks to wait again and again. */
  async call(call: Call): Promise<Answer> {
    let isNewToken = false
    for (let attempt = 1; ; attempt += 1) {
      const answer = await this.#turns.take(call.signal, () => this.#send(call))
      if (answer.status === 401 && !isNewToken) {
        isNewToken = true
        this.#token = null
        continue
      }
      if (![429, 503, 504].includes(answer.status)) return answer
      const waitMs = toWaitMs(answer, attempt)
      this.#turns.pause(waitMs)
      if (attempt < TRIES && waitMs <= WAIT_HERE_MS) continue
      // A single mailbox may answer like this forever, for example while it is moved.
      if (answer.status !== 429) requireDone(answer, [])
      throw new DestinationError('throttled', { retryAfterMs: waitMs })
    }
  }

  async #send({ method, path, body, maxBytes = JSON_MAX, signal }: Call): Promise<Answer> {
    const token =
      this.#token && Date.now() < this.#token.until ? this.#token.value : await this.signIn(signal)
    const headers = { authorization: `Bearer ${token}`, ...(body && { 'content-type': 'image/jpeg' }) }
    return ask(new URL(path, getEnv().deliveries.graphUrl), { method, headers, body, signal }, maxBytes)
  }
}

type Asked = {
  method: Dispatcher.HttpMethod
  headers: Record<string, string>
  body?: string | Buffer | undefined
  signal: AbortSignal
}

async function ask(url: URL, asked: Asked, maxBytes: number): Promise<Answer> {
  try {
    const { statusCode, headers, body } = await request(url, {
      ...asked,
      body: asked.body ?? null,
      signal: AbortSignal.any([asked.signal, AbortSignal.timeout(ANSWER_MS)]),
      dispatcher: connectionsTo(url, 'destination'),
    })
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of body) {
      length += chunk.length
      if (length > maxBytes) throw new DestinationError('refused', { message: 'The answer is too long.' })
      chunks.push(chunk)
    }
    return { status: statusCode, headers, body: Buffer.concat(chunks) }
  } catch (cause) {
    if (cause instanceof DestinationError || asked.signal.aborted) throw cause
    throw new DestinationError('unreachable', { message: 'Microsoft did not answer.', cause })
  }
}

export function requireDone(answer: Answer, wanted: number[]): void {
  const { status } = answer
  if (wanted.includes(status)) return
  const message = `${status} ${toErrorCode(answer)}`
  if (status === 401) throw new DestinationError('sign_in_refused', { message })
  if (status === 403) throw new DestinationError('not_allowed', { message })
  if (status === 404) throw new DestinationError('nobody_found', { message })
  if (status === 413) throw new DestinationError('too_large', { message })
  if (status >= 500) throw new DestinationError('broken', { message })
  throw new DestinationError('refused', { message })
}

/**
 * Returns `Retry-After` in ms, an hour at most. Without the header, each wait is twice as long as the one before
 * (learn.microsoft.com/graph/throttling).
 */
function toWaitMs({ headers }: Answer, attempt: number): number {
  const seconds = Number(headers['retry-after'])
  return seconds > 0 ? Math.min(seconds * 1000, WAIT_MAX_MS) : 1000 * 2 ** attempt
}

export function toErrorCode({ body }: Answer): string {
  return errorSchema.safeParse(parse(body)).data?.error.code ?? ''
}

export function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
