import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { inspect } from 'node:util'
import {
  brotliCompressSync,
  constants,
  deflateRawSync,
  deflateSync,
  gzipSync,
  zstdCompressSync,
} from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { type ExchangeRequest, exchange } from '#lib/portrait-api/exchange.ts'
import packageJson from '#package.json' with { type: 'json' }
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
  test('a request carries the key, and no header beyond the allow-list', async () => {
    const { origin, seen } = await startServer(response => sendJson(response, {}))
    const { body } = await exchange(requestTo(origin, { method: 'POST', body: { a: 'ä' } }))
    await body.cancel()
    const { headers, ...request } = seen[0] ?? { headers: {} }
    expect(request).toEqual({ method: 'POST', url: '/api/v1/projects', body: '{"a":"ä"}' })
    expect(headers.authorization).toBe(`Bearer ${KEY}`)
    expect(headers['accept-encoding']).toBe('identity')
    expect(headers['user-agent']).toBe(`portrait-desk/${packageJson.version}`)
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

  test('a request without a body has no header about one', async () => {
    const { origin, seen } = await startServer(response => sendJson(response, {}))
    await (await exchange(requestTo(origin, { method: 'DELETE' }))).body.cancel()
    expect(seen[0]?.headers).not.toHaveProperty('content-type')
    expect(seen[0]?.body).toBe('')
  })
})

describe('an answer', () => {
  test('an answer is returned with its status, headers and bytes, even for an error', async () => {
    const { origin } = await startServer(response =>
      sendJson(response, { message: 'x' }, 422, { 'x-test': '1' }),
    )
    const answer = await exchange(requestTo(origin))
    expect(answer.status).toBe(422)
    expect(answer.headers.get('x-test')).toBe('1')
    expect((await collect(answer.body)).toString()).toBe('{"message":"x"}')
  })

  test('an answer without a body is empty', async () => {
    const { origin } = await startServer(response => response.writeHead(204).end())
    expect(await collect((await exchange(requestTo(origin))).body)).toHaveLength(0)
  })

  test.each([301, 302, 303, 307, 308])(
    'a redirect (%i) is not followed, so the key goes nowhere else',
    async status => {
      const elsewhere = await startServer(response => sendJson(response, {}))
      const { origin, seen } = await startServer(response =>
        response.writeHead(status, { location: `${elsewhere.origin}/api/v1/projects` }).end(),
      )
      const answer = await exchange(requestTo(origin))
      await answer.body.cancel()
      expect([answer.status, seen.length, elsewhere.seen.length]).toEqual([status, 1, 0])
    },
  )

  test('a body over the cap is refused while it comes in', async () => {
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
  ])('a body that breaks off is an error, not a short body (%s)', async (_, headers) => {
    const { origin } = await startServer(response => {
      response.writeHead(200, headers)
      response.write('half', () => response.destroy())
    })
    const answer = exchange(requestTo(origin)).then(({ body }) => collect(body))
    await expect(answer).rejects.toMatchObject({ code: 'service_unreachable' })
  })

  const JSON_TEXT = Buffer.from(JSON.stringify({ text: 'x'.repeat(50_000) }))
  const packed: [string, (bytes: Buffer) => Buffer][] = [
    ['gzip', gzipSync],
    ['X-GZIP', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['Br', brotliCompressSync],
    ['zstd', zstdCompressSync],
    ['deflate, gzip', bytes => gzipSync(deflateSync(bytes))],
    ['identity', bytes => bytes],
  ]

  describe.each(packed)('an answer packed as %s without a request for it', (encoding, pack) => {
    test.each(['with its length', 'in chunks'])('a packed answer is unpacked (%s)', async how => {
      const bytes = pack(JSON_TEXT)
      const { origin } = await startServer(response => {
        const length = how === 'in chunks' ? {} : { 'content-length': bytes.length }
        response.writeHead(200, { 'content-encoding': encoding, ...length }).end(bytes)
      })
      const { body, isDecoded } = await exchange(requestTo(origin))
      expect(isDecoded).toBe(true)
      expect((await collect(body)).equals(JSON_TEXT)).toBe(true)
    })
  })

  test.each([
    ['gzip', () => gzipSync(Buffer.alloc(64 * MEGABYTE.length))],
    [
      'br',
      () =>
        brotliCompressSync(Buffer.alloc(64 * MEGABYTE.length), {
          params: { [constants.BROTLI_PARAM_QUALITY]: 1 },
        }),
    ],
  ])('a decompression bomb ends at the cap, which counts decompressed bytes (%s)', async (encoding, make) => {
    const bytes = make()
    expect(bytes.length).toBeLessThan(MEGABYTE.length)
    const { origin, busySockets } = await startServer(response =>
      response.writeHead(200, { 'content-encoding': encoding, 'content-length': bytes.length }).end(bytes),
    )
    const { body } = await exchange(requestTo(origin, { maxBytes: 3 * MEGABYTE.length }))
    let received = 0
    const reading = (async () => {
      for await (const chunk of body) received += chunk.byteLength
    })()
    await expect(reading).rejects.toMatchObject({ code: 'bad_service_answer' })
    expect(received).toBeLessThanOrEqual(3 * MEGABYTE.length)
    await until('the connection is closed', () => busySockets() === 0)
  })

  test.each(['gzip', 'br'])(
    'a body packed as %s that breaks off is an error, not a short body',
    async encoding => {
      const bytes = encoding === 'gzip' ? gzipSync(JSON_TEXT) : brotliCompressSync(JSON_TEXT)
      const { origin } = await startServer(response => {
        response.writeHead(200, { 'content-encoding': encoding, 'content-length': bytes.length })
        response.write(bytes.subarray(0, -8), () => response.destroy())
      })
      const answer = exchange(requestTo(origin)).then(({ body }) => collect(body))
      await expect(answer).rejects.toMatchObject({ code: 'service_unreachable' })
    },
  )

  test.each(['gzip', 'br', 'deflate', 'zstd'])(
    'a body that only claims to be packed as %s is a bad answer',
    async encoding => {
      const { origin } = await startServer(response =>
        response.writeHead(200, { 'content-encoding': encoding }).end(Buffer.alloc(2000, 0xfe)),
      )
      const answer = exchange(requestTo(origin)).then(({ body }) => collect(body))
      await expect(answer).rejects.toMatchObject({ code: 'bad_service_answer' })
    },
  )

  test.each(['compress', 'gzip, exi', 'nonsense'])(
    'an answer packed as %s cannot be unpacked, and fails',
    async encoding => {
      const { origin } = await startServer(response =>
        response.writeHead(200, { 'content-encoding': encoding }).end('x'),
      )
      const { body, isDecoded } = await exchange(requestTo(origin))
      await body.cancel()
      expect(isDecoded).toBe(false)
    },
  )

  test('an answer that is not HTTP means that the service is unreachable', async () => {
    const { origin } = await startServer(response => response.socket?.end('nonsense\r\n\r\n'))
    await expect(exchange(requestTo(origin))).rejects.toMatchObject({ code: 'service_unreachable' })
  })
})

test('a service that is not running is unreachable, and nothing was sent', async () => {
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

  test('a stalled body is left after the idle deadline', async () => {
    const { origin, busySockets } = await startServer(response => {
      response.writeHead(200)
      response.write('half')
    })
    const { body } = await exchange(requestTo(origin, impatient({ idleBodyMs: 60 })))
    await expect(collect(body)).rejects.toMatchObject({ code: 'service_timeout' })
    await until('the connection is closed', () => busySockets() === 0)
  })

  test('an endlessly dripping body is left after the total deadline', async () => {
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

describe('a caller that leaves', () => {
  test('a caller that leaves before the answer closes the connection and gets its own reason', async () => {
    const { origin, seen, busySockets } = await startServer(() => {})
    const caller = new AbortController()
    const answer = exchange(requestTo(origin, { signal: caller.signal }))
    await until('the request arrived', () => seen.length === 1)
    caller.abort(new Error('left'))
    await expect(answer).rejects.toThrow('left')
    await until('the connection is closed', () => busySockets() === 0)
  })

  test('a caller that leaves in the middle of the body closes the connection likewise', async () => {
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

  test('cancelling the body closes the connection', async () => {
    const { origin, busySockets } = await startServer(response => {
      response.writeHead(200)
      response.write('half')
    })
    const { body } = await exchange(requestTo(origin))
    await body.cancel()
    await until('the connection is closed', () => busySockets() === 0)
  })

  test('a caller that leaves before the request sends none', async () => {
    const { origin, seen } = await startServer(response => sendJson(response, {}))
    const signal = AbortSignal.abort(new Error('left'))
    await expect(exchange(requestTo(origin, { signal }))).rejects.toThrow('left')
    expect(seen).toEqual([])
  })
})

test('no error contains the key', async () => {
  const { origin } = await startServer(response => response.socket?.destroy())
  const error = await exchange(requestTo(origin)).catch(error => error)
  expect(inspect(error, { depth: 10 })).not.toContain(KEY)
})
