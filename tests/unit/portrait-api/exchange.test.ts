import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import { describe, expect, test } from 'vitest'
import { type ExchangeRequest, exchange } from '#lib/portrait-api/exchange.ts'
import { collect } from '#tests/support/archive-entries.ts'
import { sendJson, startServer } from '#tests/support/loopback-server.ts'
import { until } from '#tests/support/until.ts'

const KEY = 'pk_canary_0123456789'
const DEADLINES = { firstByteMs: 5000, idleBodyMs: 5000, totalMs: 5000 }
const MEGABYTE = Buffer.alloc(1024 * 1024)

const requestTo = (origin: string, changes: Partial<ExchangeRequest> = {}): ExchangeRequest => ({
  url: new URL(`${origin}/api/v1/projects`),
  method: 'GET',
  key: KEY,
  deadlines: DEADLINES,
  maxBytes: 10 * MEGABYTE.length,
  ...changes,
})

describe('a request', () => {
  test('carries the key, and no header beyond the allow-list', async () => {
    const { origin, seen } = await startServer(response => sendJson(response, {}))
    const { body } = await exchange(requestTo(origin, { method: 'POST', body: { a: 'ä' } }))
    await body.cancel()
    const { headers, ...request } = seen[0] ?? { headers: {} }
    expect(request).toEqual({ method: 'POST', url: '/api/v1/projects', body: '{"a":"ä"}' })
    expect(headers.authorization).toBe(`Bearer ${KEY}`)
    expect(headers['accept-encoding']).toBe('identity')
    expect(headers['content-type']).toBe('application/json')
    const named = ['accept', 'accept-encoding', 'authorization', 'content-length', 'content-type']
    const byFetch = [
      'accept-language',
      'cache-control',
      'connection',
      'host',
      'pragma',
      'sec-fetch-mode',
      'user-agent',
    ]
    expect(Object.keys(headers).filter(name => ![...named, ...byFetch].includes(name))).toEqual([])
  })

  test('without a body says nothing about one', async () => {
    const { origin, seen } = await startServer(response => sendJson(response, {}))
    await (await exchange(requestTo(origin, { method: 'DELETE' }))).body.cancel()
    expect(seen[0]?.headers).not.toHaveProperty('content-type')
    expect(seen[0]?.body).toBe('')
  })
})

describe('an answer', () => {
  test('comes back with its status, headers and bytes, errors too', async () => {
    const { origin } = await startServer(response =>
      sendJson(response, { message: 'x' }, 422, { 'x-test': '1' }),
    )
    const answer = await exchange(requestTo(origin))
    expect(answer.status).toBe(422)
    expect(answer.headers.get('x-test')).toBe('1')
    expect((await collect(answer.body)).toString()).toBe('{"message":"x"}')
  })

  test('without a body is empty', async () => {
    const { origin } = await startServer(response => response.writeHead(204).end())
    expect(await collect((await exchange(requestTo(origin))).body)).toHaveLength(0)
  })

  test('that redirects to another origin is refused, and that origin gets no request', async () => {
    const elsewhere = await startServer(response => sendJson(response, {}))
    const { origin } = await startServer(response =>
      response.writeHead(302, { location: `${elsewhere.origin}/api/v1/projects` }).end(),
    )
    await expect(exchange(requestTo(origin))).rejects.toMatchObject({ code: 'bad_service_answer' })
    expect(elsewhere.seen).toEqual([])
  })

  test('that redirects to the same origin is refused as well', async () => {
    const { origin, seen } = await startServer(response => response.writeHead(307, { location: '/' }).end())
    await expect(exchange(requestTo(origin))).rejects.toMatchObject({ code: 'bad_service_answer' })
    expect(seen).toHaveLength(1)
  })

  test('that is larger than the cap is refused while it comes in', async () => {
    const { origin, busySockets } = await startServer(response => {
      response.writeHead(200)
      const pour = () => {
        while (!response.destroyed && response.write(MEGABYTE));
        if (!response.destroyed) response.once('drain', pour)
      }
      pour()
    })
    const { body } = await exchange(requestTo(origin, { maxBytes: 3 * MEGABYTE.length }))
    let received = 0
    const reading = (async () => {
      for await (const chunk of body) received += chunk.byteLength
    })()
    await expect(reading).rejects.toMatchObject({ code: 'bad_service_answer' })
    expect(received).toBeLessThanOrEqual(3 * MEGABYTE.length)
    await until('the connection is closed', () => busySockets() === 0)
  })

  test.each([
    ['announced length', { 'content-length': '100' }],
    ['chunks', { 'transfer-encoding': 'chunked' }],
  ])('that breaks off is an error, not a short body (%s)', async (_, headers) => {
    const { origin } = await startServer(response => {
      response.writeHead(200, headers)
      response.write('half', () => response.destroy())
    })
    const answer = exchange(requestTo(origin)).then(({ body }) => collect(body))
    await expect(answer).rejects.toMatchObject({ code: 'service_unreachable' })
  })

  test('that is no HTTP is an unreachable service', async () => {
    const { origin } = await startServer(response => response.socket?.end('nonsense\r\n\r\n'))
    await expect(exchange(requestTo(origin))).rejects.toMatchObject({ code: 'service_unreachable' })
  })
})

test('a service that nobody runs is unreachable, and nothing was sent', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  await expect(exchange(requestTo(`http://127.0.0.1:${port}`))).rejects.toMatchObject({
    code: 'service_unreachable',
    neverSent: true,
  })
})

test('a call that arrived may have been done, although its answer was lost', async () => {
  const server = await startServer(response => void response.destroy())
  const sending = exchange(requestTo(server.origin, { method: 'POST', body: {} }))
  await expect(sending).rejects.toMatchObject({ code: 'service_unreachable', neverSent: false })
  expect(server.seen).toHaveLength(1)
})

describe('deadlines', () => {
  const impatient = (deadlines: Partial<typeof DEADLINES>) => ({ deadlines: { ...DEADLINES, ...deadlines } })

  test('a service that never answers is left after the first-byte deadline', async () => {
    const { origin, busySockets } = await startServer(() => {})
    await expect(exchange(requestTo(origin, impatient({ firstByteMs: 60 })))).rejects.toMatchObject({
      code: 'service_timeout',
    })
    await until('the connection is closed', () => busySockets() === 0)
  })

  test('a body that stands still is left after the idle deadline', async () => {
    const { origin, busySockets } = await startServer(response => {
      response.writeHead(200)
      response.write('half')
    })
    const { body } = await exchange(requestTo(origin, impatient({ idleBodyMs: 60 })))
    await expect(collect(body)).rejects.toMatchObject({ code: 'service_timeout' })
    await until('the connection is closed', () => busySockets() === 0)
  })

  test('a body that drips for ever is left after the total deadline', async () => {
    const { origin, busySockets } = await startServer(response => {
      response.writeHead(200)
      const drip = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(drip))
    })
    const { body } = await exchange(requestTo(origin, impatient({ idleBodyMs: 1000, totalMs: 150 })))
    await expect(collect(body)).rejects.toMatchObject({ code: 'service_timeout' })
    await until('the connection is closed', () => busySockets() === 0)
  })

  test('a body that keeps coming outlives the idle deadline', async () => {
    const { origin } = await startServer(response => {
      response.writeHead(200)
      let left = 12
      const drip = setInterval(() => (left-- > 0 ? response.write('x') : response.end()), 200)
      response.on('close', () => clearInterval(drip))
    })
    const { body } = await exchange(requestTo(origin, impatient({ idleBodyMs: 2_000 })))
    expect((await collect(body)).toString()).toBe('x'.repeat(12))
  })
})

describe('a caller who leaves', () => {
  test('before the answer closes the connection and gets their own reason', async () => {
    const { origin, seen, busySockets } = await startServer(() => {})
    const caller = new AbortController()
    const answer = exchange(requestTo(origin, { signal: caller.signal }))
    await until('the request arrived', () => seen.length === 1)
    caller.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
    await until('the connection is closed', () => busySockets() === 0)
  })

  test('in the middle of the body closes the connection and gets their own reason', async () => {
    const { origin, busySockets } = await startServer(response => {
      response.writeHead(200)
      response.write('half')
    })
    const caller = new AbortController()
    const { body } = await exchange(requestTo(origin, { signal: caller.signal }))
    const rest = collect(body)
    caller.abort(new Error('left'))
    await expect(rest).rejects.toThrow('left')
    await until('the connection is closed', () => busySockets() === 0)
  })

  test('by cancelling the body closes the connection', async () => {
    const { origin, busySockets } = await startServer(response => {
      response.writeHead(200)
      response.write('half')
    })
    const { body } = await exchange(requestTo(origin))
    await body.cancel()
    await until('the connection is closed', () => busySockets() === 0)
  })

  test('before the request sends none', async () => {
    const { origin, seen } = await startServer(response => sendJson(response, {}))
    const signal = AbortSignal.abort(new Error('left'))
    await expect(exchange(requestTo(origin, { signal }))).rejects.toThrow('left')
    expect(seen).toEqual([])
  })
})

test('no error holds the key', async () => {
  const { origin } = await startServer(response => response.socket?.destroy())
  const error = await exchange(requestTo(origin)).catch(error => error)
  expect(inspect(error, { depth: 10 })).not.toContain(KEY)
})
