import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { CADDY, startCaddy } from '#tests/support/caddy.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { startServer } from '#tests/support/loopback-server.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { curl, readyExport } from './support/proxied-export.ts'

const MIB = 1024 * 1024
const HEADERS = { headers: { cookie: '', 'x-csrf': '1', 'sec-fetch-site': 'same-origin' } }

/** A server that says what has come to it, behind our Caddy. */
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
  test('an archive comes whole, with its length', async () => {
    const { desk, done, address, path } = await readyExport(3)
    const { port } = await startCaddy(address)
    for (const http of ['--http1.1', '--http2']) {
      const { code, status, file } = await curl(desk, `https://127.0.0.1:${port}${path}`, http)
      expect([code, status, readFileSync(file).length]).toEqual([0, 200, done.bytes])
      expect((await readWithJsZip(readFileSync(file))).length).toBeGreaterThan(3)
    }
  })

  test.each(['--http1.1', '--http2'])(
    'bodies of 43 MiB come to the desk, which has the word: curl %s',
    async http => {
      const { url } = await startBehindCaddy()
      const body = join(createTempFolder(), 'body')
      writeFileSync(body, Buffer.alloc(43 * MIB, 32))
      const { status, file } = await curl(HEADERS, url, http, '-X', 'POST', '-T', body)
      expect([status, readFileSync(file, 'utf8')]).toEqual([200, String(43 * MIB)])
    },
  )

  test('who is asking is written anew, and nobody’s word for it is passed on', async () => {
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
  ])('what the desk would refuse anyway ends at Caddy: %s %s', async (flag, word, refused) => {
    const { url, seen } = await startBehindCaddy()
    const { status } = await (flag === '-X' ? curl(HEADERS, url, flag, word) : curl(HEADERS, url + word))
    expect(status).toBe(refused)
    expect(seen.filter(({ url }) => url.includes('_next')).length).toBe(0)
  })
})
