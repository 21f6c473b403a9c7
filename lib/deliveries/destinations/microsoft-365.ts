import 'server-only'
import { readFile } from 'node:fs/promises'
import { type Dispatcher, request } from 'undici'
import { z } from 'zod'
import { connectionsTo } from '#lib/outbound/connections.ts'
import { getEnv } from '#lib/settings/env.ts'
import {
  type DeliveryFile,
  DestinationError,
  type Found,
  type OpenDestination,
  type Receipt,
} from './destination.ts'
import { giveUp } from './give-up.ts'
import { type GraphTurns, graphTurns, WAIT_HERE_MS } from './graph-turns.ts'
import type { DestinationSecrets, SettingsOf } from './settings.ts'
import { restored, toTestPicture } from './test-picture.ts'

const ANSWER_MS = 30_000
/** Of answers in JSON, and of a photo that is read back. */
const JSON_MAX = 64 * 1024
const PHOTO_MAX = 8 * 1024 * 1024
/** Accounts without a mailbox take no more (learn.microsoft.com/graph/api/profilephoto-update; microsoft-graph-docs#8236). */
const WITHOUT_MAILBOX_MAX = 100_000
/** Whoever asks for more patience than this is asked again all the same. */
const WAIT_MAX_MS = 60 * 60_000
/** More tries of one call, as a longer wait than `WAIT_HERE_MS`, are for the whole run. */
const TRIES = 4

type Settings = SettingsOf<'microsoft-365'>
type Answer = { status: number; headers: Dispatcher.ResponseData['headers']; body: Buffer }
type Call = {
  method: 'GET' | 'PUT' | 'DELETE'
  path: string
  body?: Buffer
  maxBytes?: number
  signal: AbortSignal
}

const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number() })
const errorSchema = z.object({ error: z.object({ code: z.string() }) })
const photoSchema = z.object({ '@odata.mediaEtag': z.string().optional() })
const sourceSchema = z.object({ source: z.string().nullish() })

/**
 * Profile photos of Microsoft 365, by Microsoft Graph with client credentials and the one permission
 * `ProfilePhoto.ReadWrite.All`. At most four requests are under way at once for the app, however many deliveries use it
 * (learn.microsoft.com/graph/throttling-limits), and what asks to wait is obeyed. Redirects are not followed.
 */
export async function openMicrosoft365(
  settings: Settings,
  { client_secret = '' }: DestinationSecrets,
  signal: AbortSignal,
): Promise<OpenDestination> {
  const graph = new Graph(settings, client_secret)
  await graph.signIn(signal)
  return {
    atOnce: 4,
    async close() {},
    test: signal => test(graph, settings, signal),

    async put({ receiver, files, before }, signal) {
      const account = receiver.email?.trim()
      if (!account) throw new DestinationError('no_address')
      await giveUp(before, account, old => removeOurs(graph, old, signal))
      await putPhoto(graph, account, files, signal)
      const found = await graph.call({ method: 'GET', path: toPath(account, ''), signal })
      return { places: [account], version: found.status === 200 ? toEtag(found) : null }
    },

    async remove(receipt, signal) {
      await removeOurs(graph, receipt, signal)
      return 'removed'
    },

    async check(receipts, signal) {
      const found: Found[] = []
      for (const { places, version } of receipts) {
        const answer = await graph.call({ method: 'GET', path: toPath(places[0] ?? '', ''), signal })
        if (answer.status !== 404) requireDone(answer, [200])
        found.push(answer.status === 404 ? 'gone' : isOther(answer, version) ? 'other' : 'there')
      }
      return found
    },

    /** Microsoft keeps photos in forms of its own, so nothing says that these bytes are there. */
    has: async () => null,
    /** Accounts take no list. */
    async finish() {},
  }
}

async function removeOurs(graph: Graph, { places, version }: Receipt, signal: AbortSignal): Promise<void> {
  for (const account of places) {
    const found = await graph.call({ method: 'GET', path: toPath(account, ''), signal })
    if (found.status === 404) continue
    requireDone(found, [200])
    // Nobody can tell whether that is ours in another form or one that the person has chosen.
    if (isOther(found, version)) throw new DestinationError('changed_there')
    const gone = await graph.call({ method: 'DELETE', path: toPath(account, '/$value'), signal })
    requireDone(gone, [200, 204, 404])
  }
}

function toEtag({ body }: Answer): string | null {
  return photoSchema.safeParse(parse(body)).data?.['@odata.mediaEtag'] ?? null
}

/** What neither was told an ETag says nothing. */
function isOther(found: Answer, version: string | null): boolean {
  const etag = toEtag(found)
  return version !== null && etag !== null && etag !== version
}

/** The large photo; where the account has no mailbox and refuses it, the first small one. */
async function putPhoto(
  graph: Graph,
  account: string,
  files: readonly DeliveryFile[],
  signal: AbortSignal,
): Promise<void> {
  const small = files.find(({ bytes }) => bytes <= WITHOUT_MAILBOX_MAX)
  const [large] = files
  if (!large) throw new DestinationError('too_large')
  const put = async (file: DeliveryFile) => {
    const body = await readFile(file.path)
    return graph.call({ method: 'PUT', path: toPath(account, '/$value'), body, signal })
  }
  const answer = await put(large)
  const mayBeTooLarge = [400, 404, 413].includes(answer.status) && large.bytes > WITHOUT_MAILBOX_MAX
  // With these words it is not the photo's size.
  const isUnknown = ['Request_ResourceNotFound', 'ErrorUserNotFound'].includes(toErrorCode(answer))
  if (!mayBeTooLarge || isUnknown) return requireDone(answer, [200, 204])
  if (!small) throw new DestinationError('too_large')
  requireDone(await put(small), [200, 204])
}

async function test(graph: Graph, { test_person: who }: Settings, signal: AbortSignal) {
  const asked = await graph.call({ method: 'GET', path: '/v1.0/admin/people/photoUpdateSettings', signal })
  const source = asked.status === 200 ? sourceSchema.safeParse(parse(asked.body)).data?.source : undefined
  const findings = [
    source === undefined || source === null
      ? { code: 'microsoft_source_unknown' }
      : { code: 'microsoft_source', values: { source } },
  ]
  if (!who) return [{ code: 'microsoft' }, ...findings]
  const [photo, value] = [toPath(who, ''), toPath(who, '/$value')]
  const found = await graph.call({ method: 'GET', path: value, maxBytes: PHOTO_MAX, signal })
  if (found.status !== 404) requireDone(found, [200])
  const body = await toTestPicture()
  const before =
    found.status === 200 ? { method: 'PUT' as const, body: found.body } : { method: 'DELETE' as const }
  await restored(
    async () => {
      requireDone(await graph.call({ method: 'PUT', path: value, body, signal }), [200, 204])
      requireDone(await graph.call({ method: 'GET', path: photo, signal }), [200])
    },
    async end => requireDone(await graph.call({ ...before, path: value, signal: end }), [200, 204, 404]),
  )
  return [{ code: 'microsoft_account', values: { account: who } }, ...findings]
}

function toPath(account: string, end: '' | '/$value'): string {
  return `/v1.0/users/${encodeURIComponent(account)}/photo${end}`
}

/** One app of one tenant. */
class Graph {
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
    // Not to its last second: a call may be on its way then.
    this.#token = { value, until: Date.now() + Math.max(0, seconds - 120) * 1000 }
    return value
  }

  /** One call in its turn. Throws `throttled` when it is told to wait again and again. */
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
      if (attempt >= TRIES || waitMs > WAIT_HERE_MS)
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

function requireDone(answer: Answer, wanted: number[]): void {
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

/** `Retry-After` in seconds, of which an hour counts; without it twice as long each time (learn.microsoft.com/graph/throttling). */
function toWaitMs({ headers }: Answer, attempt: number): number {
  const seconds = Number(headers['retry-after'])
  return seconds > 0 ? Math.min(seconds * 1000, WAIT_MAX_MS) : 1000 * 2 ** attempt
}

function toErrorCode({ body }: Answer): string {
  return errorSchema.safeParse(parse(body)).data?.error.code ?? ''
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    return null
  }
}
