import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { Breaker } from '#lib/portrait-api/breaker.ts'
import { Budget } from '#lib/portrait-api/budget.ts'
import { RetryQuota } from '#lib/portrait-api/retry-quota.ts'
import { type Call, type CallSettings, createTransport } from '#lib/portrait-api/transport.ts'
import { enterRequest } from '#lib/request-context.ts'
import { dropSingletons } from '#lib/singleton.ts'
import { captureOutput } from '#tests/support/capture-output.ts'
import { startServer } from '#tests/support/loopback-server.ts'

const KEY = 'pk_Canary_0123456789'
const LIST: Call = { method: 'GET', path: ['projects', 7, 'employees'], query: { page: 2 } }
const CREATE: Call = { method: 'POST', path: ['projects', 7, 'employees'], body: {} }
const DEADLINES = { firstByteMs: 5000, idleBodyMs: 5000, totalMs: 5000 }
const HTML = '<!DOCTYPE html><title>Canary</title>'

beforeEach(() => dropSingletons(new Set()))

type Answer = [status: number, headers: Record<string, string>, body: string | Buffer]

function open(origin: string) {
  const budget = new Budget({ limit: 100, windowMs: 1000, reserve: 0, activeMs: 0, interactiveWaitMs: 0 })
  const options = { key: KEY, budget, breaker: new Breaker(), quota: new RetryQuota() }
  return createTransport({ baseUrl: `${origin}/api/v1`, ...options })
}

/** Returns the outcome of one call, and the log entries. */
async function ask([status, headers, body]: Answer, { call = CREATE, request = 'the request' } = {}) {
  const lines = captureOutput()
  const server = await startServer(response => response.writeHead(status, headers).end(body))
  const transport = open(server.origin)
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
  'the trouble %s writes one log line with kind and reference, never its text',
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
        attempt: 1,
        breaker: expect.stringMatching(/^(none|counted)$/),
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
])('the answer %s that section 7 knows writes no log line', async (_, answer, code) => {
  const { error, lines } = await ask(answer)
  expect([error?.code ?? null, lines]).toEqual([code, []])
})

test('each try of a read has its line, and all have one reference', async () => {
  const { entries } = await ask([503, JSON_TYPE, '{}'], { call: LIST })
  expect(entries.map(({ call, request, attempt, breaker }) => [call, request, attempt, breaker])).toEqual(
    [1, 2, 3].map(attempt => ['GET projects/{id}/employees', 'the request', attempt, 'counted']),
  )
})

test.each([
  ['content-type', [200, { 'content-type': `text/${KEY}` }, 'x']],
  ['content-encoding', [200, { 'content-encoding': KEY }, 'x']],
  ['location', [302, { location: `https://${KEY}.example.com` }, '']],
] satisfies [string, Answer][])(
  'a service that repeats the key in its %s does not make the log reveal it',
  async (_, answer) => {
    const { lines } = await ask(answer)
    expect(lines).toHaveLength(1)
    expect(lines.join('').toLowerCase()).not.toContain(KEY.toLowerCase())
  },
)

test('an error body is read up to a limit, and its status counts even if the rest never comes', async () => {
  const long = await ask([422, JSON_TYPE, Buffer.alloc(1_900_000, 'x')])
  expect([long.error?.code, long.entries[0]?.bytes < 1_500_000]).toEqual(['invalid', true])
  const cut = await ask([401, { ...JSON_TYPE, 'content-encoding': 'gzip' }, 'x'])
  expect(cut.error?.code).toBe('key_rejected')
})

const NO_ANSWER = { deadlines: DEADLINES, maxBytes: 2_000_000, whole: true }

async function startUntrusted(): Promise<string> {
  const folder = join(import.meta.dirname, '../../support/tls')
  const [key, cert] = ['self-signed.key.pem', 'self-signed.cert.pem'].map(name =>
    readFileSync(join(folder, name)),
  )
  const server = createTlsServer({ key, cert }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return `https://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Returns a port whose server was closed. */
async function startClosed(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return `http://127.0.0.1:${port}`
}

async function startSilent(): Promise<string> {
  return (await startServer(() => {})).origin
}

async function startDropping(): Promise<string> {
  return (await startServer(response => void response.destroy())).origin
}

async function startHalf(): Promise<string> {
  const server = await startServer(response => {
    response.writeHead(201, { ...JSON_TYPE, 'content-length': '100' }).write('{"Canary":')
    setImmediate(() => response.destroy())
  })
  return server.origin
}

describe('a call without an answer', () => {
  test.each<[string, () => Promise<string>, RegExp, Partial<CallSettings>?]>([
    ['of a name that nobody knows', async () => 'http://canary.invalid', /^(ENOTFOUND|EAI_AGAIN)$/],
    ['of a port at which nobody listens', startClosed, /^ECONNREFUSED$/],
    [
      'of a certificate that nobody should believe',
      startUntrusted,
      /^(DEPTH_ZERO_)?SELF_SIGNED_CERT|^ERR_TLS|^CERT_/,
    ],
    ['of a connection that is dropped', startDropping, /^(UND_ERR_SOCKET|ECONNRESET)$/],
    ['of an answer that breaks off', startHalf, /^(UND_ERR_SOCKET|ECONNRESET)$/],
    [
      'of silence',
      startSilent,
      /^TIMEOUT_FIRST_BYTE$/,
      { deadlines: { firstByteMs: 20, idleBodyMs: 20, totalMs: 5000 } },
    ],
    [
      'of silence for too long in all',
      startSilent,
      /^TIMEOUT_TOTAL$/,
      { deadlines: { firstByteMs: 5000, idleBodyMs: 5000, totalMs: 20 } },
    ],
  ])(
    'a call without an answer because %s logs one line with cause and effect on the breaker',
    async (_, start, cause, settings) => {
      const origin = await start()
      const lines = captureOutput()
      enterRequest('the request')
      const error: unknown = await open(origin)(CREATE, { ...NO_ANSWER, ...settings }).catch(thrown => thrown)
      const { code } = error as DeskError
      expect(['service_unreachable', 'service_timeout']).toContain(code)
      expect(error).toMatchObject({ requestId: 'the request' })
      expect(lines.map(line => JSON.parse(line))).toEqual([
        {
          time: expect.any(String),
          level: 'warn',
          event: 'service_trouble',
          call: 'POST projects/{id}/employees',
          cause: expect.stringMatching(cause),
          code,
          attempt: 1,
          breaker: 'counted',
          request: 'the request',
        },
      ])
      expect(lines.join('')).not.toMatch(/canary/i)
    },
  )

  test('a call without an answer has a line for each try of a read', async () => {
    const lines = captureOutput()
    await expect(open(await startClosed())(LIST, NO_ANSWER)).rejects.toThrow()
    expect(lines.map(line => JSON.parse(line).attempt)).toEqual([1, 2, 3])
  })

  test('a photo that breaks off while it is read is logged, too', async () => {
    const origin = await startHalf()
    const lines = captureOutput()
    enterRequest('the request')
    const { body } = await open(origin)(LIST, { ...NO_ANSWER, whole: false })
    await expect(new Response(body).text()).rejects.toMatchObject({ requestId: 'the request' })
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { event: 'service_trouble', cause: expect.stringMatching(/^[A-Z_]+$/), breaker: 'none', attempt: 1 },
    ])
  })

  test('a call whose caller has left is not logged as trouble of the service', async () => {
    const origin = await startSilent()
    const lines = captureOutput()
    const leave = new AbortController()
    const asked = open(origin)(LIST, { ...NO_ANSWER, signal: leave.signal })
    leave.abort()
    await expect(asked).rejects.toMatchObject({ name: 'AbortError' })
    expect(lines).toEqual([])
  })

  test('repeated troubles log ten lines a minute, and a refused call shows a logged reference', async () => {
    const origin = await startClosed()
    const lines = captureOutput()
    const shown: unknown[] = []
    for (let round = 0; round < 4; round += 1) {
      const transport = open(origin)
      for (let call = 0; call < 9; call += 1) {
        enterRequest(`request ${round}.${call}`)
        await transport(CREATE, NO_ANSWER).catch((error: DeskError) => shown.push(error.requestId))
      }
    }
    const entries = lines.map(line => JSON.parse(line))
    expect(entries).toHaveLength(10)
    expect(entries.map(({ breaker }) => breaker)).toEqual([
      ...Array.from({ length: 7 }, () => 'counted'),
      'opened',
      'counted',
      'counted',
    ])
    expect(shown).toHaveLength(36)
    for (const reference of shown) expect(entries.map(({ request }) => request)).toContain(reference)
  })
})
