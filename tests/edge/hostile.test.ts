/**
 * No input to any handler of the built desk costs much. Each answer has a few kilobytes and the desk's own format. Only
 * the built desk proves this: under Vitest, zod has no messages, and Next is missing.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { isErrorCode } from '#lib/error-codes.ts'
import type { HttpResponse } from '#tests/support/http-client.ts'
import { isSampled } from '#tests/support/night.ts'
import { listRoutes, toSamplePath } from '#tests/support/routes.ts'
import { until } from '#tests/support/until.ts'
import { askDesk, askDeskRaw, HOST, OWN, signIn } from './edge-desk.ts'

const ANSWER_MAX_BYTES = 16 * 1024
const FIELDS_MAX = 20
/** Includes what a fresh desk caches and compiles when every address is called. */
const MEMORY_MAX_MB = 400
const KB = 1024
const many = (count: number, toItem: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => toItem(index)).join()
const object = (fields: string) => `{${fields}}`

/** No schema of ours accepts any of these. */
const BODIES: Record<string, string> = {
  '1,000 unknown fields': object(many(1_000, index => `"k${index}":1`)),
  '80,000 unknown fields': object(many(80_000, index => `"k${index}":1`)),
  'unknown fields with long names': object(many(100, index => `"${index}${'n'.repeat(8 * KB)}":1`)),
  'control characters for names': object(many(100, index => `"${index}${'\\u0000'.repeat(KB)}":1`)),
  '20,000 levels of lists': '['.repeat(20_000) + ']'.repeat(20_000),
  '20,000 levels of objects': `${'{"a":'.repeat(20_000)}1${'}'.repeat(20_000)}`,
  'a list of 400,000 numbers': `[${many(400_000, () => '0')}]`,
  '90,000 faulty items': object(many(1, () => `"employees":[${many(90_000, () => '0')}]`)),
  '90,000 faulty people': `{"employee_ids":[${many(90_000, () => '-1')}]}`,
  'a prototype': '{"__proto__":{"role":"admin"}}',
  constructor: '{"constructor":1}',
  'constructor and prototype':
    '{"constructor":{"prototype":{"role":"admin"}},"toString":1,"hasOwnProperty":1}',
  'a text of 1 MB': JSON.stringify('x'.repeat(1000 * KB)),
  'a field of 900 kB': JSON.stringify({ email: 'x'.repeat(900 * KB), last_name: 'x'.repeat(90 * KB) }),
  'half a character': '{"first_name":"\\ud800","last_name":"\\udc00","email":"\\ud800@example.com"}',
  'bytes that are no text': '{"first_name":"\xff"}',
  'numbers past 2^53': '{"employee_ids":[9007199254740993,1e400,-1e400],"project_id":1e999,"row":1e308}',
  'the same field twice': '{"email":"a@example.com","email":{"a":1}}',
  null: 'null',
  nothing: '',
  'no JSON': '{{{{',
}
const QUERIES: Record<string, string> = {
  '600 unknown names': many(600, index => `k${index}=1`).replaceAll(',', '&'),
  'one name 600 times': many(600, () => 'page=1').replaceAll(',', '&'),
  'a long name': `${'n'.repeat(7 * KB)}=1`,
  'names of every object': '__proto__=1&constructor=1&toString=1&hasOwnProperty=1',
  'no characters': 'q=%zz&page=%ff&%zz=1&project_id=%c0%80',
  'numbers past 2^53': 'page=9007199254740993&per_page=1e400&project_id=99999999999999999999',
  'half a character': 'q=%ed%a0%80',
  'too long': `q=${'x'.repeat(12 * KB)}`,
}
const PATHS = [
  '/projects/%zz',
  '/projects/%ff',
  '/api/v1/projects/%zz',
  '/api/exports/%c0%80',
  '/accounts/%ed%a0%80',
  '/%',
  '/projects/101/%',
]
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const

type Row = { handler: string; input: string; status: number; bytes: number; ms: number }
const rows: Row[] = []
let cookie = ''
let rememberedMb = 0

beforeAll(async () => {
  cookie = (await signIn()).cookie
  rememberedMb = memoryMb()
  return () => writeTable()
})

async function attack(
  handler: string,
  input: string,
  asked: Parameters<typeof askDesk>[0],
): Promise<HttpResponse> {
  const before = performance.now()
  const answer = await askDesk(asked)
  rows.push({ handler, input, status: answer.status, bytes: answer.bytes, ms: performance.now() - before })
  return answer
}

function expectRefusal({ status, body, bytes }: HttpResponse): void {
  expect([status >= 400 && status < 500, status, body.slice(0, 200)]).toEqual([
    true,
    status,
    body.slice(0, 200),
  ])
  expect(bytes).toBeLessThanOrEqual(ANSWER_MAX_BYTES)
  const { code, message, requestId, errors = {} } = JSON.parse(body)
  expect([isErrorCode(code), typeof message, typeof requestId]).toEqual([true, 'string', 'string'])
  expect(Object.keys(errors).length).toBeLessThanOrEqual(FIELDS_MAX)
}

/** Every offered method of every handler that may be called. */
const handlers = (
  await Promise.all(
    listRoutes()
      .filter(({ pattern }) => !/unknown|refused/.test(pattern))
      .map(async ({ pattern }) => {
        const path = toSamplePath(pattern.replace('[...nextauth]', 'callback/credentials')).replace(
          '1001',
          '999999',
        )
        const answer = await askDesk({ method: 'OPTIONS', path, headers: OWN })
        const allowed = answer.headers.allow?.split(', ') ?? METHODS
        return METHODS.filter(method => allowed.includes(method)).map(method => ({ method, path }))
      }),
  )
).flat()

/** True when a handler reads input without a session. All others refuse before that, which one body proves. */
const hears = (path: string) => /^\/api\/(auth|invitation|preferences|session|setup)(\/|$)/.test(path)
const FROM_ALL = 'a text of 1 MB'
/** The writes that succeeded. */
const done = new Set<string>()
/** These would end the session, or succeed with any body. */
const ACTING = new Set(['DELETE /api/session', 'DELETE /api/sessions'])
const isWrite = (method: string) => !['GET', 'HEAD'].includes(method)

describe.each(Object.entries(BODIES))('a body of %s', (input, body) => {
  test('every handler refuses a hostile body shortly, with and without a session', async () => {
    const headers = { ...OWN, 'content-type': 'application/json' }
    const bytes = Buffer.from(body, 'latin1')
    const writes = handlers.filter(({ method }) => isWrite(method))
    for (const { method, path } of writes.filter(
      ({ method, path }) => input === FROM_ALL || isSampled(`${method} ${path} ${input}`, 5),
    ))
      for (const asWhom of [...(hears(path) || input === FROM_ALL ? [undefined] : []), { cookie }]) {
        if (asWhom && ACTING.has(`${method} ${path}`)) continue
        const answer = await attack(`${method} ${path}`, input, {
          method,
          path,
          headers: { ...headers, ...asWhom, 'content-length': String(bytes.length) },
          body: [bytes],
        })
        if (answer.status < 300) done.add(`${method} ${path}`)
        else expectRefusal(answer)
      }
  })
})

describe.each(Object.entries(QUERIES))('a query of %s', (input, query) => {
  test('every handler and page refuses or ignores a hostile query', async () => {
    const pages = ['/projects', '/projects/102', '/accounts', '/activity', '/sign-in'].map(path => ({ path }))
    const all = [...handlers.filter(({ method }) => method === 'GET'), ...pages]
    for (const { path } of all.filter(({ path }) => isSampled(`${path} ${input}`, 5))) {
      const address = `${path}${path.includes('?') ? '&' : '?'}${query}`
      const answer = await attack(`GET ${path}`, input, { path: address, headers: { ...OWN, cookie } })
      if (answer.status >= 400) expectRefusal(answer)
    }
  })
})

test.each(PATHS)('the path %s is an unknown address', async path => {
  for (const method of METHODS) {
    const answer = await attack(method, path, { method, path, headers: { ...OWN, cookie } })
    if (method === 'HEAD') expect(answer.status).toBe(404)
    else expectRefusal(answer)
  }
})

test('the session is still valid, and the desk small and alive', async () => {
  const answer = await askDesk({ path: '/api/v1/projects', headers: { ...OWN, cookie } })
  expect(answer.status).toBe(200)
  // This handler takes no body. Without a session it answers that there is nothing to end.
  expect([...done]).toEqual(['DELETE /api/session'])
  const before = rememberedMb
  await until('the memory is given back', () => memoryMb() < before + MEMORY_MAX_MB)
})

test('a request with more headers than any browser sends is refused', async () => {
  const headers = Object.fromEntries(Array.from({ length: 200 }, (_, index) => [`x-${index}`, '1']))
  const answer = await askDesk({ path: '/api/v1/projects', headers: { ...OWN, ...headers } })
  expect([answer.status, JSON.parse(answer.body).code]).toEqual([431, 'too_many_headers'])
})

describe('protocols other than HTTP', () => {
  test.each(['websocket', 'h2c', 'anything'])(
    'an upgrade to %s is refused, and the socket closed',
    async protocol => {
      const asked = [`GET / HTTP/1.1`, `Host: ${HOST}`, 'Connection: Upgrade', `Upgrade: ${protocol}`]
      const secret = ['Sec-WebSocket-Version: 13', 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==']
      const text = await untilClosed([...asked, ...secret, '', ''].join('\r\n'))
      expect(text).toMatch(/^HTTP\/1\.1 400 /)
      expect(text).toContain('"code":"not_http"')
    },
  )

  test.each([
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'SSH-2.0-OpenSSH_9.9\r\n',
    'CONNECT example.test:443 HTTP/1.1\r\nHost: example.test\r\n\r\n',
    'GET / HTTP/9.9\r\n\r\n',
  ])('a request of %j is refused, and the socket closed', async bytes => {
    expect(await untilClosed(bytes)).toMatch(/^(HTTP\/1\.1 (400|405|421|505) |$)/)
  })
})

test('fifty WebSockets leave no socket behind', async () => {
  const asked = `GET /_next/webpack-hmr HTTP/1.1\r\nHost: ${HOST}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n`
  const answers = await Promise.all(Array.from({ length: 50 }, () => untilClosed(asked)))
  expect(answers.map(text => text.split(' ')[1])).toEqual(Array(50).fill('400'))
  expect(await askDeskRaw(`GET /api/health/live HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`)).toBe('HTTP/1.1 200 OK')
})

test('the server runs with two memory arenas at most', () => {
  const [server] = deskProcesses().filter(({ status }) => /^Name:\s+next-server/m.test(status))
  expect(server?.environ).toContain('MALLOC_ARENA_MAX=2')
})

/** Everything that the desk answers to these bytes until it closes the connection. */
function untilClosed(bytes: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = connect(inject('desk').port, '127.0.0.1', () => socket.write(bytes, 'latin1'))
  let text = ''
  socket.setEncoding('utf8').on('data', chunk => {
    text += chunk
  })
  socket.on('error', () => {}).on('close', () => resolve(text))
  return promise
}

/** The environment and status of each process with the desk's data folder in its environment, the server included. */
function deskProcesses(): { environ: string[]; status: string }[] {
  const mark = `DATA_DIR=${inject('desk').dataDir}`
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .flatMap(pid => {
      try {
        const environ = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
        return environ.includes(mark) ? { environ, status: readFileSync(`/proc/${pid}/status`, 'utf8') } : []
      } catch {
        return []
      }
    })
}

/** Resident megabytes of all these processes. */
function memoryMb(): number {
  const sizes = deskProcesses().map(({ status }) => Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0))
  return sizes.reduce((sum, size) => sum + size, 0) / 1024
}

/** Writes the costs to `test-results/hostile.md`. */
function writeTable(): void {
  const lines = [...Map.groupBy(rows, ({ input }) => input)].map(([input, all]) => {
    const bytes = Math.max(...all.map(({ bytes }) => bytes))
    const slowest = all.reduce((a, b) => (b.ms > a.ms ? b : a))
    return `| ${input} | ${all.length} | ${bytes} | ${slowest.ms.toFixed(0)} | ${slowest.handler} |`
  })
  const head = ['| input | requests | largest answer, bytes | longest, ms | where |', '|---|---|---|---|---|']
  mkdirSync('test-results', { recursive: true })
  writeFileSync('test-results/hostile.md', `${[...head, ...lines].join('\n')}\n`)
}
