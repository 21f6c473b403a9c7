import { expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { Breaker } from '#lib/portrait-api/breaker.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import { RetryQuota } from '#lib/portrait-api/retry-quota.ts'
import { type Call, createTransport } from '#lib/portrait-api/transport.ts'
import { enterRequest } from '#lib/request-context.ts'
import { startServer } from '#tests/support/loopback-server.ts'

const KEY = 'pk_Canary_0123456789'
const LIST: Call = { method: 'GET', path: ['projects', 7, 'employees'], query: { page: 2 } }
const CREATE: Call = { method: 'POST', path: ['projects', 7, 'employees'], body: {} }
const DEADLINES = { firstByteMs: 5000, idleBodyMs: 5000, totalMs: 5000 }
const HTML = '<!DOCTYPE html><title>Canary</title>'

type Answer = [status: number, headers: Record<string, string>, body: string | Buffer]

/** What becomes of one call, and what stands in the log then. */
async function ask([status, headers, body]: Answer, { call = CREATE, request = 'the request' } = {}) {
  const lines: string[] = []
  for (const method of ['log', 'warn', 'error'] as const)
    vi.spyOn(console, method).mockImplementation(line => void lines.push(String(line)))
  const server = await startServer(response => response.writeHead(status, headers).end(body))
  const budget = new Budget({ limit: 100, windowMs: 1000, reserve: 0, activeMs: 0, interactiveWaitMs: 0 })
  const options = { key: KEY, budget, breaker: new Breaker(), quota: new RetryQuota() }
  const transport = createTransport({ baseUrl: `${server.origin}/api/v1`, ...options })
  const settings = { deadlines: DEADLINES, maxBytes: 2_000_000, whole: true }
  enterRequest(request)
  const error: unknown = await transport(call, settings)
    .then(answer => answer.json())
    .then(
      () => null,
      thrown => thrown,
    )
  if (error !== null && !(error instanceof DeskError)) throw error
  return { error, lines, entries: lines.map(line => JSON.parse(line)) }
}

const JSON_TYPE = { 'content-type': 'application/json' }
const HTML_TYPE = { 'content-type': 'Text/HTML; charset=utf-8' }

test.each<[string, Answer, string, object]>([
  [
    'a page for data',
    [200, HTML_TYPE, HTML],
    'bad_service_answer',
    { type: 'text/html', bytes: HTML.length },
  ],
  ['a gateway', [502, HTML_TYPE, HTML], 'gateway_answered', { status: 502, bytes: HTML.length }],
  ['a firewall', [403, HTML_TYPE, HTML], 'bad_service_answer', { status: 403 }],
  ['a page without a type', [403, {}, `\n ${HTML}`], 'bad_service_answer', { type: 'none' }],
  ['an error in text', [503, { 'content-type': 'text/plain' }, 'Canary'], 'gateway_answered', { bytes: 6 }],
  ['an empty error', [500, {}, ''], 'service_unreachable', { type: 'none', bytes: 0 }],
  [
    'an error of the service',
    [500, JSON_TYPE, '{"message":"Canary"}'],
    'service_unreachable',
    { type: 'application/json' },
  ],
  [
    'a status that nobody knows',
    [418, JSON_TYPE, '{"message":"Canary"}'],
    'bad_service_answer',
    { status: 418 },
  ],
  ['a refusal that says nothing', [422, JSON_TYPE, '{}'], 'invalid', { status: 422 }],
  [
    'a refused key in plain text',
    [401, { 'content-type': 'text/plain' }, 'Canary'],
    'key_rejected',
    { status: 401 },
  ],
  [
    'an unknown packing',
    [200, { ...JSON_TYPE, 'content-encoding': 'exi' }, '{}'],
    'bad_service_answer',
    { encoding: 'exi' },
  ],
  [
    'a wrong packing',
    [200, { ...JSON_TYPE, 'content-encoding': 'gzip' }, '{"a":1}'],
    'bad_service_answer',
    { encoding: 'gzip' },
  ],
  ['too much', [200, JSON_TYPE, Buffer.alloc(3_000_000)], 'bad_service_answer', { status: 200 }],
  [
    'a new address',
    [308, { location: 'https://new.example.com/Canary?Canary' }, ''],
    'service_moved',
    { location: 'https://new.example.com' },
  ],
  [
    'an address on the same host',
    [302, { location: '/Canary' }, ''],
    'service_moved',
    { location: 'the same' },
  ],
])(
  '%s writes one line: what came and under which reference, never what it says',
  async (_, answer, code, fields) => {
    const { error, lines, entries } = await ask(answer)
    expect(error).toMatchObject({ code, requestId: 'the request' })
    expect(entries).toEqual([
      expect.objectContaining({
        level: 'warn',
        event: 'service_trouble',
        call: 'POST projects/{id}/employees',
        status: answer[0],
        code,
        request: 'the request',
        ...fields,
      }),
    ])
    expect(lines.join('')).not.toMatch(/canary/i)
  },
)

test.each<[string, Answer, string | null]>([
  ['an answer', [201, JSON_TYPE, '{"data":[]}'], null],
  [
    'an answer with another status',
    [200, { 'content-type': 'Application/JSON; Charset=UTF-8' }, '{"data":[]}'],
    null,
  ],
  ['an answer that is not said to be JSON', [201, { 'content-type': 'text/plain' }, '{"data":[]}'], null],
  ['a refusal', [422, JSON_TYPE, '{"message":"No."}'], 'invalid'],
  [
    'a refusal of another type',
    [422, { 'content-type': 'application/problem+json' }, '{"detail":"No."}'],
    'invalid',
  ],
  ['a refusal without a type', [409, {}, '{"errors":{"email":["No."]}}'], 'invalid'],
  ['a key that is refused', [401, JSON_TYPE, '{}'], 'key_rejected'],
  ['an unknown id', [404, JSON_TYPE, '{}'], 'not_found'],
  ['the brief conflict', [409, JSON_TYPE, '{}'], 'conflict'],
  ['too many calls', [429, { 'retry-after': '90' }, HTML], 'busy'],
])('%s that section 7 knows writes none', async (_, answer, code) => {
  const { error, lines } = await ask(answer)
  expect([error?.code ?? null, lines]).toEqual([code, []])
})

test('each try of a read has its line, and all have the same reference', async () => {
  const { entries } = await ask([503, JSON_TYPE, '{}'], { call: LIST })
  expect(entries.map(({ call, request }) => [call, request])).toEqual(
    Array.from({ length: 3 }, () => ['GET projects/{id}/employees', 'the request']),
  )
})

test.each([
  ['content-type', [200, { 'content-type': `text/${KEY}` }, 'x']],
  ['content-encoding', [200, { 'content-encoding': KEY }, 'x']],
  ['location', [302, { location: `https://${KEY}.example.com` }, '']],
] satisfies [string, Answer][])(
  'a service that says the key in its %s does not make the log tell it',
  async (_, answer) => {
    const { lines } = await ask(answer)
    expect(lines).toHaveLength(1)
    expect(lines.join('').toLowerCase()).not.toContain(KEY.toLowerCase())
  },
)

test('an error is read as far as anybody could want it, and its status counts also when the rest never comes', async () => {
  const long = await ask([422, JSON_TYPE, Buffer.alloc(1_900_000, 'x')])
  expect([long.error?.code, long.entries[0]?.bytes < 1_500_000]).toEqual(['invalid', true])
  const cut = await ask([401, { ...JSON_TYPE, 'content-encoding': 'gzip' }, 'x'])
  expect(cut.error?.code).toBe('key_rejected')
})
