import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Breaker } from '#lib/portrait-api/breaker.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import { RetryQuota } from '#lib/portrait-api/retry-quota.ts'
import { type Call, type CallSettings, createTransport } from '#lib/portrait-api/transport.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'

const DEADLINES = { firstByteMs: 5000, idleBodyMs: 5000, totalMs: 5000 }
const READ: Call = { method: 'GET', path: ['projects'] }
const CALLS: Call[] = [
  READ,
  { method: 'POST', path: ['projects', 1, 'employees'], body: {} },
  { method: 'PATCH', path: ['employees', 1], body: {} },
  { method: 'DELETE', path: ['employees', 1] },
]

beforeEach(stopClock)

/** Opens a service that answers the first calls with 429; `sentAt` has the time of each call, `sent` its address. */
function open(limitedCalls: number, retryAfter: string) {
  const sentAt: number[] = []
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: URL, { method }: RequestInit) => {
    sentAt.push(Date.now() - start)
    sent.push(`${method} ${url.pathname.replace('/api/v1', '')}`)
    if (sentAt.length > limitedCalls) return Response.json({ data: [] })
    return new Response(null, { status: 429, headers: { 'retry-after': retryAfter } })
  })
  const start = Date.now()
  const budget = new Budget({
    limit: 100,
    windowMs: 60_000,
    reserve: 0,
    activeMs: 0,
    interactiveWaitMs: 10_000,
  })
  const transport = createTransport({
    baseUrl: 'https://service.example/api/v1',
    key: 'pk_0123456789',
    budget,
    breaker: new Breaker(),
    quota: new RetryQuota(),
  })
  const call = (call: Call, lane: Lane, settings: Partial<CallSettings> = {}) =>
    transport(call, { deadlines: DEADLINES, maxBytes: 1000, lane, ...settings })
  return { sentAt, sent, call }
}

describe('429', () => {
  test.each(CALLS)('a 429 is obeyed, then the call is sent again, whatever it was: $method', async write => {
    const { sentAt, call } = open(1, '42')
    const answer = call(write, 'background')
    await passMs(60_000)
    expect((await answer).status).toBe(200)
    expect(sentAt).toEqual([0, 42_000])
  })

  test('a 429 holds back every other call of the key meanwhile, in every lane', async () => {
    const { sentAt, call } = open(1, '8')
    const first = call(READ, 'background')
    await passMs(10)
    const others = (['interactive', 'background', 'idle'] as const).map(lane => call(READ, lane))
    await passMs(7980)
    expect(sentAt).toEqual([0])
    await passMs(10)
    await Promise.all([first, ...others])
    expect(sentAt).toEqual([0, 8000, 8000, 8000, 8000])
  })

  test('after 429, changes and the reads that they need go before other reads', async () => {
    const { sent, call } = open(1, '8')
    const first = call(READ, 'background')
    await passMs(10)
    const others = [
      call(READ, 'interactive'),
      call({ method: 'PATCH', path: ['employees', 1], body: {} }, 'interactive'),
      call({ method: 'GET', path: ['employees', 2] }, 'interactive', { changes: true }),
    ]
    await passMs(8000)
    await Promise.all([first, ...others])
    expect(sent.slice(1)).toEqual([
      'PATCH /employees/1',
      'GET /employees/2',
      'GET /projects',
      'GET /projects',
    ])
  })

  test('a long pause after 429 is reported to a user at once, with its length', async () => {
    const { sentAt, call } = open(99, '120')
    await expect(call(READ, 'interactive')).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 120 })
    expect(sentAt).toEqual([0])
  })

  test('a repeated 429 is reported to a person after five calls', async () => {
    const { sentAt, call } = open(99, '1')
    const answer = expect(call(READ, 'interactive')).rejects.toMatchObject({ code: 'busy' })
    await passMs(60_000)
    await answer
    expect(sentAt).toEqual([0, 1000, 2000, 3000, 4000])
  })

  test('a repeated 429 is waited out by a batch, which has the time', async () => {
    const { sentAt, call } = open(20, '30')
    const answer = expect(call(READ, 'background')).resolves.toMatchObject({ status: 200 })
    await passMs(600_000)
    await answer
    expect(sentAt).toHaveLength(21)
  })
})
