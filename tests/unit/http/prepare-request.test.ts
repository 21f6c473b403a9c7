import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { listForwardingHints } from '#lib/http/forwarding-hints.ts'
import { API_HEADERS } from '#lib/http/headers.ts'
import { PAGE_HEADERS, prepareRequest } from '#lib/http/prepare-request.ts'
import { currentRequestId } from '#lib/request-context.ts'
import { type Env, parseEnv } from '#lib/settings/env.ts'
import { dropSingletons } from '#lib/singleton.ts'
import { ask, askRaw, type HttpAsk } from '#tests/support/http-client.ts'
import { until } from '#tests/support/until.ts'

const DESK: Record<string, string> = {
  APP_URL: 'https://desk.example.test',
  APP_SECRET: 'a secret for tests, 32 characters or more',
  PORTRAIT_API_URL: 'https://portraits.example.test/api/v1',
}
const HOST = { host: 'desk.example.test' }

beforeEach(() => dropSingletons(new Set()))

type Seen = { method: string; url: string; headers: IncomingHttpHeaders }

/** Starts a server with the transport of the desk, and records the requests that reach the application. */
async function startTransport(settings: Record<string, string> = {}, dev = false) {
  const env: Env = parseEnv({ ...DESK, ...settings })
  const seen: Seen[] = []
  const contexts: (string | undefined)[] = []
  const server = createServer((request, response) => {
    prepareRequest(request, response, env, { dev })
    contexts.push(currentRequestId())
    setImmediate(() => contexts.push(currentRequestId()))
    seen.push({ method: request.method ?? '', url: request.url ?? '', headers: { ...request.headers } })
    request.resume()
    response.end('answered')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return {
    raw: (bytes: string) => askRaw(port, bytes),
    async ask(asked: HttpAsk) {
      const answer = await ask(port, { ...asked, headers: { ...HOST, ...asked.headers } })
      const last = seen.at(-1)
      if (!last) throw new Error('nothing came through')
      return { answer, seen: last }
    },
    seen,
    contexts,
  }
}

const nonceOf = (policy: string | string[] | undefined) => /'nonce-([^']+)'/.exec(String(policy))?.[1] ?? ''

describe('a page', () => {
  test('a page has the strict policy, and all other headers once', async () => {
    const { answer } = await (await startTransport()).ask({ path: '/projects' })
    const policy = answer.headers['content-security-policy'] ?? ''
    const nonce = nonceOf(policy)
    expect(policy.split('; ').sort()).toEqual(
      [
        "base-uri 'none'",
        "connect-src 'self'",
        "default-src 'none'",
        "font-src 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
        "img-src 'self' blob: data:",
        "manifest-src 'self'",
        "object-src 'none'",
        `script-src 'nonce-${nonce}' 'strict-dynamic'`,
        `style-src 'self' 'nonce-${nonce}'`,
        "worker-src 'self'",
      ].sort(),
    )
    expect(answer.headers).toMatchObject(PAGE_HEADERS)
    expect(new Set(answer.headerNames).size).toBe(answer.headerNames.length)
  })

  test('a page has a new nonce of 128 bits each time, which Next finds on the request', async () => {
    const transport = await startTransport()
    const nonces = new Set<string>()
    for (let index = 0; index < 20; index++) {
      const { answer, seen } = await transport.ask({ path: '/' })
      const nonce = nonceOf(answer.headers['content-security-policy'])
      expect(Buffer.from(nonce, 'base64')).toHaveLength(16)
      expect(nonceOf(seen.headers['content-security-policy'])).toBe(nonce)
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(20)
  })

  test('a page in development allows only what React and Next need there', async () => {
    const { answer } = await (await startTransport({}, true)).ask({ path: '/' })
    const strict = pageDirectives(
      (await (await startTransport()).ask({ path: '/' })).answer.headers['content-security-policy'],
    )
    const dev = pageDirectives(answer.headers['content-security-policy'])
    const differing = [...strict.keys()].filter(name => strict.get(name) !== dev.get(name))
    expect(differing.sort()).toEqual(['connect-src', 'script-src', 'style-src'])
    expect(dev.get('script-src')).toBe("'nonce-' 'strict-dynamic' 'unsafe-eval'")
  })
})

function pageDirectives(policy = ''): Map<string, string> {
  return new Map(
    policy
      .replaceAll(/'nonce-[^']*'/g, "'nonce-'")
      .split('; ')
      .map(directive => [directive.split(' ')[0] ?? '', directive.split(' ').slice(1).join(' ')]),
  )
}

test('every answer of the API has the headers that forbid rendering', async () => {
  const { answer } = await (await startTransport()).ask({ path: '/api/anything' })
  const { 'cache-control': _, ...always } = API_HEADERS
  expect(answer.headers).toMatchObject(always)
})

describe('headers that a client may not set', () => {
  const LIES = {
    'content-security-policy': `script-src 'nonce-AAAA"><script>'`,
    'content-security-policy-report-only': "script-src 'nonce-AAAA'",
    'x-nonce': 'AAAA',
    'x-middleware-subrequest': 'proxy:proxy:proxy:proxy:proxy',
    'x-middleware-prefetch': '1',
    'x-middleware-rewrite': '/api/v1/projects',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    'x-forwarded-for': '203.0.113.66',
    'x-real-ip': '203.0.113.66',
    forwarded: 'for=203.0.113.66;host=evil.example',
    'x-desk-address': '203.0.113.66',
    'x-desk-http-version': '9.9',
    'x-desk-request': 'mine',
    'x-desk-refusal': 'host',
    'x-desk-invented-tomorrow': '1',
  }

  test.each(['/projects', '/api/v1/projects'])('a forged header is ignored on %s', async path => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    const { answer, seen } = await (await startTransport()).ask({ path, headers: LIES })
    const told = JSON.stringify([seen.headers, answer])
    for (const lie of Object.values(LIES).filter(lie => lie.length > 4)) expect(told).not.toContain(lie)
    for (const name of Object.keys(LIES).filter(name =>
      /^x-(middleware|forwarded|nonce|real)|^forw/.test(name),
    ))
      expect(seen.headers, name).not.toHaveProperty(name)
    expect(seen.headers['x-desk-refusal']).toBeUndefined()
    expect(seen.headers['x-desk-address']).toBe('127.0.0.1')
    expect(seen.headers['x-desk-http-version']).toBe('1.1')
  })

  test('a request keeps all other headers', async () => {
    const headers = { cookie: 'a=1', 'sec-fetch-site': 'none', 'x-csrf': '1', 'accept-language': 'de' }
    const { seen } = await (await startTransport()).ask({ path: '/api/v1/projects', headers })
    expect(seen.headers).toMatchObject(headers)
  })
})

describe('the address of the client', () => {
  const from = async (trust: string) => {
    const transport = await startTransport({ TRUST_PROXY: trust })
    const { seen } = await transport.ask({ headers: { 'x-forwarded-for': '10.9.9.9, 203.0.113.66' } })
    expect(seen.headers).not.toHaveProperty('x-forwarded-for')
    return seen.headers['x-desk-address']
  }

  test('the client’s address is the one seen by a trusted proxy, or else the connection’s', async () => {
    vi.spyOn(console, 'log').mockImplementation(() => {})
    expect(await from('loopback')).toBe('203.0.113.66')
    expect(await from('192.0.2.1')).toBe('127.0.0.1')
    expect(await from('')).toBe('127.0.0.1')
    expect(listForwardingHints()).toEqual([{ problem: 'untrusted', address: '127.0.0.1' }])
  })
})

describe('transport security', () => {
  const hsts = async (settings: Record<string, string>) =>
    (await (await startTransport(settings)).ask({})).answer.headers['strict-transport-security']

  test('browsers are asked for two years of TLS, and neighbours only on request', async () => {
    expect(await hsts({})).toBe('max-age=63072000')
    expect(await hsts({ HSTS_SUBDOMAINS: '1' })).toBe('max-age=63072000; includeSubDomains')
    expect(await hsts({ HSTS_SUBDOMAINS: 'preload' })).toBe('max-age=63072000; includeSubDomains; preload')
  })

  test('browsers are not asked for TLS by a desk without it', async () => {
    expect(await hsts({ APP_URL: 'http://desk.example.test', ALLOW_HTTP: '1' })).toBeUndefined()
  })
})

describe('refused requests', () => {
  const refusal = async (asked: HttpAsk, settings: Record<string, string> = {}, dev = false) => {
    const { seen } = await (await startTransport(settings, dev)).ask(asked)
    if (seen.url !== '/api/refused') expect(seen.headers['x-desk-refusal']).toBeUndefined()
    return seen.headers['x-desk-refusal']
  }

  test.each([
    'evil.example',
    '127.0.0.1',
    'localhost',
    'desk.example.test.evil.example',
    'desk.example.test@evil.example',
    'evil.example#desk.example.test',
    'desk.example.tes',
    '',
  ])('a request that names another host is refused: %j', async host => {
    for (const path of ['/', '/sign-in', '/api/v1/projects', '/_next/static/x.js', '/api/healthy'])
      expect(await refusal({ path, headers: { host } })).toBe('host')
  })

  test.each(['desk.example.test', 'desk.example.test:8443', 'DESK.example.test', 'desk.example.test.'])(
    'a request that does not name the desk as %j is refused',
    async host => {
      expect(await refusal({ path: '/projects', headers: { host } })).toBeUndefined()
    },
  )

  test('a health check by address is not refused', async () => {
    expect(await refusal({ path: '/api/health/ready', headers: { host: '10.0.0.7:3000' } })).toBeUndefined()
  })

  test.each(['localhost:3000', '127.0.0.1:3000', '[::1]:3000', 'localhost'])(
    'a request in practice mode for %s is not refused',
    async host => {
      const practice = { APP_URL: '', APP_SECRET: '', PORTRAIT_API_URL: '' }
      expect(await refusal({ path: '/', headers: { host } }, practice)).toBeUndefined()
    },
  )

  test.each(['evil.example:3000', '192.168.0.7:3000', 'localhost.evil.example', '127.0.0.1.evil.example'])(
    'a request in practice mode for %s, a name pointed at this machine, is refused',
    async host => {
      const practice = { APP_URL: '', APP_SECRET: '', PORTRAIT_API_URL: '' }
      expect(await refusal({ path: '/', headers: { host } }, practice)).toBe('host')
    },
  )

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])(
    'a request that sends %s to a page is refused',
    async method => {
      expect(await refusal({ method, path: '/sign-in', headers: { 'next-action': 'x' } })).toBe('method')
      expect(await refusal({ method, path: '/apix' })).toBe('method')
      expect(await refusal({ method, path: '/api/v1/projects' })).toBeUndefined()
      expect(await refusal({ method, path: '/__nextjs_error_feedback' }, {}, true)).toBeUndefined()
    },
  )

  test.each(['TRACE', 'PROPFIND', 'SEARCH', 'QUERY'])(
    'a request with the method %s is refused',
    async method => {
      for (const path of ['/', '/api/v1/projects']) expect(await refusal({ method, path })).toBe('method')
    },
  )

  test.each([
    '//evil.example/',
    '/api//v1/projects',
    '/projects/../api/v1/projects',
    '/./api/v1/projects',
    '/api/v1/%2e%2e/projects',
    '/api/v1%2fprojects',
    '/api\\v1\\projects',
    '/%61pi/v1/projects',
    '/en%2Fapi/v1/projects',
    '/api/v1/projects%00',
    '/_next/image?url=%2Ficon.svg&w=16&q=75',
    '/projects/%zz',
    '/projects/%ff',
    '/api/exports/%c0%80',
    '/accounts/%ed%a0%80',
  ])('a request with the odd address %s is refused', async path => {
    expect(await refusal({ path })).toBe('path')
  })

  test.each([
    ['address', { path: `/projects?q=${'x'.repeat(10_000)}` }],
    [
      'headers',
      { path: '/', headers: Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`x-${i}`, '1'])) },
    ],
    ['upgrade', { path: '/', headers: { upgrade: 'websocket', connection: 'close, upgrade' } }],
  ])('a request beyond browsers’ limits, or for another protocol, is refused: %s', async (reason, asked) => {
    expect(await refusal(asked)).toBe(reason)
  })

  test('a request whose address contains a host is refused', async () => {
    const transport = await startTransport()
    await transport.raw(
      'GET http://desk.example.test/api/v1/projects HTTP/1.1\r\nHost: desk.example.test\r\n\r\n',
    )
    expect(transport.seen.at(-1)).toMatchObject({ url: '/api/refused', method: 'GET' })
  })

  test.each(['/projects/1?q=%2F..%2F//', '/_next/static/chunks/a-b_c.js', '/icon.svg', '/projects/%C3%BC'])(
    'a request is not refused as %s',
    async path => {
      expect(await refusal({ path })).toBeUndefined()
    },
  )

  test('a refused request is drained, never passed on with its method and body', async () => {
    const { seen } = await (await startTransport()).ask({ method: 'POST', path: '/sign-in', body: 'a=1' })
    expect(seen).toMatchObject({ method: 'GET', url: '/api/refused' })
  })
})

test('work for a request has its id, and that of no other', async () => {
  const transport = await startTransport()
  const ids = await Promise.all(
    ['/projects', '/api/v1/projects'].map(
      async path => (await transport.ask({ path })).answer.headers['x-request-id'],
    ),
  )
  await until('all is done', () => transport.contexts.length === 4)
  expect(transport.contexts.toSorted()).toEqual([...ids, ...ids].toSorted())
  expect(new Set(ids).size).toBe(2)
})

test.each([
  ['a body that is read to its end', 'PATCH', 'Content-Length: 5\r\n\r\nwhole', 'keep-alive'],
  ['no body', 'GET', '\r\n', 'keep-alive'],
  ['a body that is still to come', 'PATCH', 'Content-Length: 5000\r\n\r\npart', 'close'],
  [
    'a body without a length that is still to come',
    'PATCH',
    'Transfer-Encoding: chunked\r\n\r\n4\r\npart\r\n',
    'close',
  ],
])('an answer to %s says whether the connection is kept alive', async (_, method, rest, connection) => {
  const env = parseEnv(DESK)
  const server = createServer((request, response) => {
    prepareRequest(request, response, env)
    request.once('data', () => setImmediate(() => response.end('answered')))
    if (method === 'GET') response.end('answered')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(`${method} /api/v1/employees/1 HTTP/1.1\r\nHost: desk.example.test\r\n${rest}`)
  const [answer] = await once(socket, 'data')
  expect(String(answer)).toMatch(/^HTTP\/1\.1 200 /)
  expect(/^connection: (.*)\r$/im.exec(String(answer))?.[1]).toBe(connection)
})
