import fc from 'fast-check'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { Breaker } from '#lib/portrait-api/breaker.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import { RetryQuota } from '#lib/portrait-api/retry-quota.ts'
import { type Call, type CallSettings, createTransport } from '#lib/portrait-api/transport.ts'
import { writeGuard } from '#lib/ports/write-guard.ts'
import { type LoopbackServer, sendJson, startServer } from '#tests/support/loopback-server.ts'
import { until } from '#tests/support/until.ts'

const KEY = 'pk_canary_0123456789'
const DEADLINES = { firstByteMs: 5000, idleBodyMs: 5000, totalMs: 5000 }
const READ: Call = { method: 'GET', path: ['projects'] }
const WRITES: Call[] = [
  { method: 'POST', path: ['projects', 1, 'employees'], body: {} },
  { method: 'PATCH', path: ['employees', 1], body: {} },
  { method: 'DELETE', path: ['employees', 1] },
]

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

type Options = { limit?: number; windowMs?: number; breaker?: Breaker; quota?: RetryQuota }

const open = ({ origin }: { origin: string }, options: Options = {}) => {
  const { limit = 100, windowMs = 60_000, breaker = new Breaker(), quota = new RetryQuota() } = options
  const budget = new Budget({ limit, windowMs, reserve: 0, activeMs: 0, interactiveWaitMs: 10_000 })
  const transport = createTransport({
    baseUrl: `${origin}/api/v1`,
    key: KEY,
    budget,
    breaker,
    quota,
  })
  const call = (call: Call, settings: Partial<CallSettings> = {}) =>
    transport(call, { deadlines: DEADLINES, maxBytes: 1_000_000, ...settings })
  return { budget, call }
}

describe('a call', () => {
  test('a call goes to its template under the base address and returns JSON', async () => {
    const server = await startServer(response => sendJson(response, { data: ['ä'] }))
    const { call } = open(server)
    const answer = await call({ ...READ, query: { page: 2, status: undefined, mitarbeiternummer: 'a&b=/ü' } })
    expect(await answer.json()).toEqual({ data: ['ä'] })
    expect(server.seen[0]?.url).toBe('/api/v1/projects?page=2&mitarbeiternummer=a%26b%3D%2F%C3%BC')
  })

  test('the address of any call stays under the base address', async () => {
    const server = await startServer(response => sendJson(response, {}))
    const { call } = open(server, { limit: 1000 })
    await fc.assert(
      fc.asyncProperty(fc.string({ minLength: 1 }), fc.string(), async (segment, value) => {
        fc.pre(segment !== '.' && segment !== '..' && segment.isWellFormed())
        await (
          await call({ method: 'GET', path: ['employees', segment, 'photo'], query: { value } })
        ).body.cancel()
        const [path, query] = (server.seen.at(-1)?.url ?? '').split('?')
        expect(path?.split('/')).toEqual(['', 'api', 'v1', 'employees', expect.any(String), 'photo'])
        expect(decodeURIComponent(path?.split('/')[4] ?? '')).toBe(segment)
        expect(new URLSearchParams(query).get('value')).toBe(value.toWellFormed())
      }),
      { numRuns: 100 },
    )
  })

  test('an answer that contains the key is returned without it', async () => {
    for (const whole of [true, false]) {
      const { call } = open(await startServer(response => sendJson(response, { label: `${KEY} x` })))
      expect(await (await call(READ, { whole })).json()).toEqual({ label: '[key] x' })
    }
  })

  test('a value with the masked key is not sent back, so the service sees nothing of it', async () => {
    const server = await startServer(response => sendJson(response, {}))
    const { call, budget } = open(server)
    for (const method of ['POST', 'PATCH'] as const)
      await expect(
        call({ method, path: ['employees', 1], body: { last_name: 'Dr. [key]' } }),
      ).rejects.toMatchObject({ code: 'invalid', errors: { last_name: [expect.any(String)] } })
    expect(server.seen).toEqual([])
    expect(budget.state().free).toBe(100)
  })

  test('an answer that is not JSON is refused', async () => {
    const { call } = open(await startServer(response => response.end('<html>')))
    await expect((await call(READ)).json()).rejects.toMatchObject({ code: 'bad_service_answer' })
  })

  test('a call reports its start when it has its place, and never when recalled before', async () => {
    const server = await startServer(response => sendJson(response, {}))
    const { budget, call } = open(server, { limit: 1 })
    const [first, second] = [vi.fn(), vi.fn()]
    await call(READ, { begun: first })
    expect(first).toHaveBeenCalledOnce()
    const recall = new AbortController()
    const waiting = call(READ, { lane: 'background', begun: second, recall: recall.signal })
    await until('the call is in the line', () => budget.state().waiting.background === 1)
    recall.abort(new Error('somebody quicker'))
    await expect(waiting).rejects.toThrow('somebody quicker')
    expect(second).not.toHaveBeenCalled()
    expect(server.seen).toHaveLength(1)
  })

  test('an error becomes its code', async () => {
    const { call } = open(await startServer(response => sendJson(response, { code: 'not_approved' }, 409)))
    await expect(call(READ)).rejects.toMatchObject({ code: 'not_approved' })
  })
})

describe('a call that fails', () => {
  const failing = (
    times: number,
    fail: (server: LoopbackServer['seen'][number]) => number | 'drop' = () => 503,
  ) =>
    startServer((response, request, number) => {
      if (number > times) return sendJson(response, { data: [] })
      const failure = fail(request)
      if (failure === 'drop') response.socket?.destroy()
      else sendJson(response, {}, failure)
    })

  test.each(['drop', 503, 500] as const)('a failed read is sent again (%s)', async failure => {
    const server = await failing(2, () => failure)
    await (await open(server).call(READ)).body.cancel()
    expect(server.seen).toHaveLength(3)
  })

  test('a failed read is sent three times and then given up', async () => {
    const server = await failing(99)
    await expect(open(server).call(READ)).rejects.toMatchObject({ code: 'service_unreachable' })
    expect(server.seen).toHaveLength(3)
  })

  test('a failed read is sent again after a timeout, too', async () => {
    const server = await startServer((response, _, number) => {
      if (number > 1) sendJson(response, { data: [] })
    })
    await (await open(server).call(READ, { deadlines: { ...DEADLINES, firstByteMs: 100 } })).body.cancel()
    expect(server.seen).toHaveLength(2)
  })

  test.each(WRITES)('a failed write is sent once: $method', async write => {
    for (const failure of ['drop', 503] as const) {
      const server = await failing(1, () => failure)
      await expect(open(server).call(write)).rejects.toMatchObject({ code: 'service_unreachable' })
      expect(server.seen).toHaveLength(1)
    }
  })

  test.each([400, 401, 403, 404, 409, 422])(
    'a call is not sent again when the service has decided: %i',
    async status => {
      const server = await failing(99, () => status)
      await expect(open(server).call(READ)).rejects.toThrow()
      expect(server.seen).toHaveLength(1)
    },
  )

  test('a call is not sent again when the answer is nonsense', async () => {
    const server = await startServer(response => response.writeHead(302, { location: '/' }).end())
    await expect(open(server).call(READ)).rejects.toMatchObject({ code: 'service_moved' })
    expect(server.seen).toHaveLength(1)
  })
})

test('a read fails at once and uses no retry while the breaker is open', async () => {
  const server = await startServer(response => sendJson(response, { data: [] }))
  const breaker = new Breaker({ failures: 1, restMs: 60_000, restMaxMs: 60_000 })
  breaker.enter().failed(new DeskError('service_unreachable'))
  const quota = new RetryQuota()
  const spend = vi.spyOn(quota, 'spend')
  const refused = open(server, { breaker, quota }).call(READ)
  await expect(refused).rejects.toMatchObject({ code: 'service_unreachable', retryAfterSeconds: 60 })
  expect(spend).not.toHaveBeenCalled()
  expect(server.seen).toEqual([])
})

test('a read is tried once when the retries of the key are used up', async () => {
  const server = await startServer(response => sendJson(response, {}, 503))
  const quota = new RetryQuota()
  while (quota.spend());
  await expect(open(server, { quota }).call(READ)).rejects.toMatchObject({ code: 'service_unreachable' })
  expect(server.seen).toHaveLength(1)
})

describe('the budget', () => {
  test('each attempt takes a place of its own', async () => {
    const server = await startServer(response => sendJson(response, {}, 503))
    const { budget, call } = open(server)
    await expect(call(READ)).rejects.toThrow()
    expect(budget.state().free).toBe(97)
  })

  test('a caller who leaves while waiting for a place sends nothing', async () => {
    const server = await startServer(response => sendJson(response, {}))
    const { budget, call } = open(server, { limit: 1 })
    await (await call(READ)).body.cancel()
    const caller = new AbortController()
    const waiting = call(READ, { lane: 'background', signal: caller.signal })
    caller.abort(new Error('left'))
    await expect(waiting).rejects.toThrow('left')
    expect(server.seen).toHaveLength(1)
    expect(budget.state().waiting.background).toBe(0)
  })

  test('a call recalled as it gets its slot sends nothing, and returns the slot', async () => {
    const server = await startServer(response => sendJson(response, {}))
    const { budget, call } = open(server, { limit: 1 })
    const recall = new AbortController()
    const taken = call(READ, { lane: 'background', recall: recall.signal })
    recall.abort(new Error('somebody quicker'))
    await expect(taken).rejects.toThrow('somebody quicker')
    expect(budget.state().free).toBe(1)
    expect(server.seen).toEqual([])
  })

  test('a write leaves only while the write guard allows it, asked when the call has its place', async () => {
    const server = await startServer(response => sendJson(response, {}))
    const { call, budget } = open(server, { limit: 4 })
    const over = new DeskError('cancelled', { neverSent: true })
    const requireForCall = vi.fn(async () => {
      expect(budget.state().free).toBe(3)
      throw over
    })
    const guard = { isActive: () => true, requireForCall, requireForWrite: async () => {} }
    writeGuard.install(guard)
    for (const write of WRITES) await expect(call(write)).rejects.toBe(over)
    await until('all places are free', () => budget.state().free === 4)
    expect(server.seen).toEqual([])
    await call(READ)
    writeGuard.install({ ...guard, isActive: () => false })
    await call(WRITES[1] as Call)
    expect(server.seen.map(({ method }) => method)).toEqual(['GET', 'PATCH'])
    expect(requireForCall).toHaveBeenCalledTimes(WRITES.length)
  })

  test('a call whose caller leaves during an attempt is not retried', async () => {
    const server = await startServer(() => {})
    const caller = new AbortController()
    const answer = open(server).call(READ, { signal: caller.signal })
    await until('the request arrived', () => server.seen.length === 1)
    caller.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
    await until('the connection is closed', () => server.busySockets() === 0)
    expect(server.seen).toHaveLength(1)
  })
})

test('a service that echoes the key in its reasons does not make the desk reveal it', async () => {
  const errors = { email: [`Refused for ${KEY}.`] }
  const server = await startServer(response =>
    sendJson(response, { message: `Key ${KEY} is wrong.`, errors }, 422),
  )
  const error = await open(server)
    .call(READ)
    .catch(error => error)
  expect(error).toMatchObject({ code: 'invalid' })
  expect(JSON.stringify([error.message, error.errors])).not.toContain(KEY)
})
