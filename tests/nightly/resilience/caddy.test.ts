import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CADDY, startCaddy, startCaddyOfCompose } from '#tests/support/caddy.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { startServer } from '#tests/support/loopback-server.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import { curl, readyExport } from '#tests/support/resilience/proxied-export.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const MIB = 1024 * 1024
const HEADERS = { headers: { cookie: '', 'x-csrf': '1', 'sec-fetch-site': 'same-origin' } }

/** Starts a server behind the shipped Caddy that reports its requests. */
async function startBehindCaddy() {
  const { origin, seen } = await startServer((response, { body }) => {
    response.writeHead(200, { 'set-cookie': `a=${'x'.repeat(12_000)}` }).end(String(body.length))
  })
  const { port } = await startCaddy(new URL(origin).host)
  return { url: `https://127.0.0.1:${port}/`, seen }
}

function describeCaddy(name: string, tests: () => void): void {
  if (CADDY !== null) describe(name, tests)
  else leaveOut(name, 'caddy')
}

describeCaddy('through Caddy with the configuration that we ship', () => {
  test('an archive passes through Caddy whole, with its length', async () => {
    const { desk, done, address, path } = await readyExport(3)
    const { port } = await startCaddy(address)
    for (const http of ['--http1.1', '--http2']) {
      const { code, status, file } = await curl(desk, `https://127.0.0.1:${port}${path}`, http)
      expect([code, status, readFileSync(file).length]).toEqual([0, 200, done.bytes])
      expect((await readWithJsZip(readFileSync(file))).length).toBeGreaterThan(3)
    }
  })

  test.each(['--http1.1', '--http2'])(
    'bodies of 43 MiB reach the desk through Caddy, and the desk answers them: curl %s',
    async http => {
      const { url } = await startBehindCaddy()
      const body = join(createTempFolder(), 'body')
      writeFileSync(body, Buffer.alloc(43 * MIB, 32))
      const { status, file } = await curl(HEADERS, url, http, '-X', 'POST', '-T', body)
      expect([status, readFileSync(file, 'utf8')]).toEqual([200, String(43 * MIB)])
    },
  )

  test('Caddy replaces the client address, and passes on no forged header', async () => {
    const { url, seen } = await startBehindCaddy()
    const cookie = `a=${'x'.repeat(12_000)}`
    const invented = ['X-Forwarded-For: 10.1.1.1', 'x-middleware-subrequest: app', `Cookie: ${cookie}`]
    const { status } = await curl(HEADERS, url, ...invented.flatMap(header => ['-H', header]))
    expect(status).toBe(200)
    const { headers } = seen.at(-1) ?? { headers: {} }
    expect(headers).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https', cookie })
    expect(headers).not.toHaveProperty('x-middleware-subrequest')
  })

  test.each([
    ['-X', 'TRACE', 405],
    ['-X', 'BREW', 405],
    ['--path-as-is', '_next/image', 404],
  ])('Caddy refuses a request that the desk would refuse anyway: %s %s', async (flag, word, refused) => {
    const { url, seen } = await startBehindCaddy()
    const { status } = await (flag === '-X' ? curl(HEADERS, url, flag, word) : curl(HEADERS, url + word))
    expect(status).toBe(refused)
    expect(seen.filter(({ url }) => url.includes('_next')).length).toBe(0)
  })
})

describeCaddy('before two desks, through the Caddy of compose.yaml', () => {
  /** Starts two servers that report their name and their readiness. */
  async function startTwo() {
    const ready = { a: true, b: true }
    const names = ['a', 'b'] as const
    const desks = await Promise.all(
      names.map(name =>
        startServer((response, { url, method }) => {
          if (url === '/api/health/ready') response.writeHead(ready[name] ? 200 : 503).end()
          else if (url === '/broken') response.destroy()
          else response.writeHead(200).end(`${name} ${method}`)
        }),
      ),
    )
    const { port } = await startCaddyOfCompose(desks.map(({ origin }) => new URL(origin).host))
    const ask = async (method: string, path = '') => {
      const { status, file } = await curl(HEADERS, `https://127.0.0.1:${port}/${path}`, '-X', method)
      return `${status} ${status === 200 ? readFileSync(file, 'utf8') : ''}`
    }
    const askOften = async (method: string) => {
      const answers: string[] = []
      for (let count = 0; count < 12; count += 1) answers.push(await ask(method))
      return new Set(answers)
    }
    return { ready, desks, ask, askOften }
  }

  test('two desks take turns, and a desk that is not ready gets no request until it is back', async () => {
    const { ready, askOften } = await startTwo()
    expect(await askOften('GET')).toEqual(new Set(['200 a GET', '200 b GET']))
    ready.a = false
    await until('nobody is led there', async () => String([...(await askOften('PATCH'))]) === '200 b PATCH')
    ready.a = true
    await until('it is asked again', async () => (await askOften('GET')).size === 2)
  })

  test('a stopped desk’s requests go to the other one, and a write is never sent twice', async () => {
    const { desks, ask, askOften } = await startTwo()
    const broken = () => desks.flatMap(({ seen }) => seen).filter(({ url }) => url === '/broken')
    expect(await ask('POST', 'broken')).toBe('502 ')
    expect(broken()).toHaveLength(1)
    await until('both are asked again', async () => (await askOften('GET')).size === 2)
    desks[0]?.close()
    expect(await askOften('POST')).toEqual(new Set(['200 b POST']))
  })
})
