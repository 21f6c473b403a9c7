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
  /** Cancels a call that still waits for its place; a call in flight is finished. */
  recall?: AbortSignal
  /** Default `interactive`: a person waits. */
  lane?: Lane
  /** Called when the call has its place and starts. */
  begun?: () => void
  /** The click that starts a batch: the person then waits for the batch, so no reserve is held for them. */
  last?: boolean
  /** Calls the service even when the answer is cached: the desk itself needs the current state. */
  fresh?: boolean
  /** Ignores answers whose call was sent before this moment (ms, monotonic), cached or in flight. */
  since?: number
  /** The person asks for a newer answer: granted while they have used little of the limit. */
  refresh?: boolean
  /** A read that a change needs: it goes before other reads. */
  changes?: boolean
}

/** State that all clients of one key share. */
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
  /** Account id of the client's user; empty for the desk's own work. */
  person: string
}

/** Converts an answer to the desk's value; `tell` reports what differs from the specification. */
export type Read<Value> = (answer: unknown, tell: Tell) => Value

export const JSON_CALL: CallSettings = { deadlines: JSON_DEADLINES, maxBytes: 10 * 1024 * 1024, whole: true }

/** A replaced container is back within seconds. */
const ROUTER_WAIT_SECONDS = 5

/**
 * The kinds of calls for one person: `send` once, `read` through the cache, `write` and forget what it touched,
 * `change` and read the record from the answer. All of them wait for their place in the budget and throw DeskError.
 */
export function createCalls(options: CallerOptions) {
  const { budget, cache, news, person, keyStatus, recent } = options
  const overWire = createTransport(options)
  const transport: typeof overWire = (call, settings) => keyStatus.watch(overWire(call, settings))

  /** Sends a call and returns the value of a successful answer. Logs an answer that cannot be read. */
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
      // The transport has already logged what it refused.
      const isNew = error instanceof DeskError && error.cause instanceof UnreadResponse && !error.requestId
      throw isNew ? answer.refuse(error) : error
    }
  }

  /**
   * Confirms a 404. During a rolling update of the service, its router may answer every call with 404, in any form. So
   * a 404 counts only after the service has listed its projects, a call that never gives 404 (section 4). For a
   * project, it counts when the list lacks the project. For a read, it counts when the service repeats it after the
   * list; for a change of an employee, when reading the employee gives 404.
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

  /** Names the line in which a call waits. Batches of one key share a line; each person has two of their own. */
  function lineOf({ lane = 'interactive', changes = false }: CallOptions): string {
    return lane === 'interactive' ? `${lane} ${changes ? 'change' : 'read'} ${person}` : lane
  }

  function mayRefresh(): boolean {
    return budget.mayRefresh(person)
  }

  /** `learn` receives each new answer of the service; a cached answer teaches nothing new. */
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
   * Sends a change. A write with an unreadable answer may still have been carried out: `done` says so to the look-up
   * that follows. A 200 that is no JSON does not count as done: it may be the page of a proxy.
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

/** The error for a 404 of the router: the service has not received the call. A job waits for `ROUTER_WAIT_SECONDS`. */
function byRouter(cause: unknown): DeskError {
  return new DeskError('gateway_answered', { neverSent: true, retryAfterSeconds: ROUTER_WAIT_SECONDS, cause })
}

/** The cache address of a read, with its parameters sorted by name: `projects/7/employees?page=1`. */
function toAddress({ path, query = {} }: Call): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]))
  search.sort()
  return `${path.join('/')}?${search}`
}
