import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { Breaker } from './breaker.ts'
import type { Budget } from './budget.ts'
import type { Lane } from './call-line.ts'
import type { ServiceResponse } from './check-response.ts'
import type { ProjectList } from './contract.ts'
import { JSON_DEADLINES } from './exchange.ts'
import type { KeyStatus } from './key-status.ts'
import type { InFlight, ReadCache } from './read-cache.ts'
import type { Tell } from './read-fields.ts'
import { readProjects } from './read-responses.ts'
import type { RecentRecords } from './recent-records.ts'
import type { RetryQuota } from './retry-quota.ts'
import type { ServiceNews } from './service-news.ts'
import { type Call, type CallSettings, createTransport, toTemplate } from './transport.ts'
import { UnreadResponse } from './trouble.ts'

export type CallOptions = {
  signal?: AbortSignal
  /** Takes back a call that still waits for its place; one that is on its way comes to its end. */
  recall?: AbortSignal
  /** Default `interactive`: a person waits. */
  lane?: Lane
  /** Is told when the call has its place and sets off. */
  begun?: () => void
  /** The click that starts a batch: after it the person waits for the batch, so nothing is kept free for them. */
  last?: boolean
  /** The desk itself needs what the service says now, even when the answer is known. */
  fresh?: boolean
  /** An answer whose call was sent before this moment (ms, monotonic) does not count, also when it is on its way. */
  since?: number
  /** A person asks for newer than what is known: heard as long as they have used little of the limit. */
  refresh?: boolean
  /** A read that a change needs: it goes before other reads. */
  changes?: boolean
}

/** What all clients of one key share. */
export type KeyState = {
  budget: Budget
  cache: ReadCache
  quota: RetryQuota
  recent: RecentRecords
  keyStatus: KeyStatus
  news: ServiceNews
}

export type CallerOptions = KeyState & {
  baseUrl: string
  key: string
  keyFingerprint: string
  breaker: Breaker
  /** Who uses the client (their account's id); empty for what the desk does by itself. */
  person: string
}

/** Makes of an answer what the desk keeps; what is not as specified is told. */
export type Read<Value> = (answer: unknown, tell: Tell) => Value

export const JSON_CALL: CallSettings = { deadlines: JSON_DEADLINES, maxBytes: 10 * 1024 * 1024, whole: true }

/** A container that is exchanged is back within seconds. */
const ROUTER_WAIT_SECONDS = 5

/**
 * The ways to call the service for one person: `send` once, `read` through the cache, `write` and forget what it touched,
 * `change` and read the record back. All of them wait for their place in the budget and throw DeskError.
 */
export function createCalls(options: CallerOptions) {
  const { budget, cache, news, person, keyStatus, recent } = options
  const overWire = createTransport(options)
  const transport: typeof overWire = (call, settings) => keyStatus.watch(overWire(call, settings))

  /** What the service has answered with success. An answer that nobody can read leaves a line in the log. */
  async function send<Value>(
    call: Call,
    settings: CallSettings,
    use: (answer: ServiceResponse, tell: Tell) => Promise<Value>,
  ): Promise<Value> {
    const answer = await transport(call, { ...settings, person }).catch(error =>
      confirmUnknown(error, call, settings),
    )
    try {
      return await use(answer, oddity => news.note(toTemplate(call), oddity))
    } catch (error) {
      // What the transport has refused has its line already.
      const isNew = error instanceof DeskError && error.cause instanceof UnreadResponse && !error.requestId
      throw isNew ? answer.refuse(error) : error
    }
  }

  /**
   * While a service is exchanged for its next version, the router before it answers every call with 404, in any form. So a
   * 404 counts only when the service has listed its projects since, of which nobody is unknown (section 4): about a project
   * that the list lacks, about anything else when the service still says so after that. A read is simply sent again.
   */
  async function confirmUnknown(
    error: unknown,
    call: Call,
    settings: CallSettings,
  ): Promise<ServiceResponse> {
    if (!(error instanceof DeskError) || error.code !== 'not_found') throw error
    const { lane, signal, changes = call.method !== 'GET' } = settings
    const options = { changes, since: performance.now(), ...(lane && { lane }), ...(signal && { signal }) }
    const { data } = await listProjects(options).catch(cause => {
      const isMoved = cause instanceof DeskError && cause.code === 'service_moved'
      throw isMoved ? byRouter(cause) : cause
    })
    const [collection, id] = call.path
    if (collection === 'projects' && !data.some(project => project.id === id)) throw error
    const again = { ...settings, changes, person }
    if (call.method === 'GET') return transport(call, again)
    if (collection === 'employees') await transport({ method: 'GET', path: call.path }, again)
    throw byRouter(error)
  }

  function listProjects(options?: CallOptions): Promise<ProjectList> {
    const learn = ({ data }: ProjectList, sentAt: number) => recent.seeProjects(data, sentAt)
    return read({ method: 'GET', path: ['projects'] }, readProjects, { ...options, learn })
  }

  /** Where a call waits. Batches of one key share a line, each person has two of their own. */
  function lineOf({ lane = 'interactive', changes = false }: CallOptions): string {
    return lane === 'interactive' ? `${lane} ${changes ? 'change' : 'read'} ${person}` : lane
  }

  function mayRefresh(): boolean {
    return budget.mayRefresh(person)
  }

  /** `learn` gets what the service says now; an answer that is known already teaches nothing new. */
  function read<Value>(
    call: Call,
    toValue: Read<Value>,
    {
      signal,
      since,
      fresh = false,
      refresh = false,
      learn,
      ...options
    }: CallOptions & { learn?: (value: Value, sentAt: number) => void } = {},
  ): Promise<Value> {
    const load = (request: InFlight) => {
      let sentAt = performance.now()
      const begun = () => {
        sentAt = performance.now()
        request.begun()
      }
      return send(call, { ...JSON_CALL, ...options, ...request, begun }, async (answer, tell) => {
        const value = toValue(await answer.json(), tell)
        learn?.(value, sentAt)
        return value
      })
    }
    return cache.read(toAddress(call), load, {
      line: lineOf(options),
      fresh: fresh || (refresh && mayRefresh()),
      ...(since !== undefined && { since }),
      ...(signal && { signal }),
    })
  }

  async function write<Value>(touched: RegExp, run: () => Promise<Value>): Promise<Value> {
    try {
      return await run()
    } finally {
      cache.forget(address => touched.test(address))
    }
  }

  /**
   * A write whose answer could not be read has been carried out all the same: `done` says so to whoever looks up what has
   * become of it. Not so a 200 that is no JSON, which may be the page of somebody in between.
   */
  function change<Value>(call: Call, toValue: Read<Value | null>, options: CallOptions = {}): Promise<Value> {
    return send(call, { ...JSON_CALL, ...options }, async (answer, tell) => {
      const isSpecified = answer.status === 201 || answer.status === 204
      const body = await answer.json().catch(() => undefined)
      const value = toValue(body, tell)
      if (value !== null) return value
      const done = isSpecified || body !== undefined
      throw new DeskError('bad_service_answer', { done, cause: new UnreadResponse('data: no record') })
    })
  }

  return { send, read, write, change, listProjects, lineOf, mayRefresh }
}

/** The 404 was not of the service, which has therefore not seen the call. A job waits so long. */
function byRouter(cause: unknown): DeskError {
  return new DeskError('gateway_answered', { neverSent: true, retryAfterSeconds: ROUTER_WAIT_SECONDS, cause })
}

/** Where a read is kept: `projects/7/employees?page=1`, parameters in the order of their names. */
function toAddress({ path, query = {} }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  search.sort()
  return `${path.join('/')}?${search}`
}
