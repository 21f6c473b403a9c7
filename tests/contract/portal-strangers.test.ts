import { describe, expect, onTestFinished, test } from 'vitest'
import { SANDBOX_KEY } from '#sandbox/seed/keys.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { ask } from '#tests/support/http-client.ts'

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

async function startOnSocket() {
  let resets = 0
  const sandbox = createSandbox({
    onReset: async () => {
      resets += 1
    },
  })
  const { origin, close } = await listen(sandbox, 0)
  onTestFinished(close)
  const port = Number(new URL(origin).port)
  return {
    port,
    resets: () => resets,
    send: async (method: string, path: string, headers: Record<string, string>) =>
      (await ask(port, { method, path, headers: { host: `localhost:${port}`, ...headers } })).status,
  }
}

describe('a page of another site', () => {
  test.each([
    ['its address', { origin: 'https://evil.example' }],
    ['another program’s on this machine', { origin: 'http://localhost:1' }],
    ['the same name with TLS', { origin: 'https://localhost' }],
    ['no address', { origin: 'null' }],
    ['what is no address', { origin: 'localhost' }],
    ['a foreign site', { 'sec-fetch-site': 'cross-site' }],
    ['a neighbour', { 'sec-fetch-site': 'same-site' }],
  ])('a page of another site resets nothing and makes no key: %s', async (_, headers) => {
    const { send, resets } = await startOnSocket()
    expect(await send('POST', '/portal/reset', { ...FORM, ...headers })).toBe(403)
    expect(await send('POST', '/portal/keys', { ...FORM, ...headers })).toBe(403)
    expect(await send('DELETE', '/portal/faults', headers)).toBe(403)
    expect(resets()).toBe(0)
    expect(await send('GET', '/portal/keys/2', headers)).toBe(404)
  })

  test('a page of another site may link to the portal, but not show it in a frame', async () => {
    const { port, send } = await startOnSocket()
    const headers = { host: `localhost:${port}`, 'sec-fetch-site': 'cross-site' }
    expect(await send('GET', '/portal', headers)).toBe(200)
    for (const [method, path] of [
      ['GET', '/portal'],
      ['POST', '/portal/keys'],
    ] as const) {
      const own = { ...FORM, host: `localhost:${port}` }
      const answer = await ask(port, { method, path, headers: own })
      expect(answer.headers['content-security-policy'], path).toBe("frame-ancestors 'none'")
    }
  })
})

describe('access to the portal', () => {
  test.each(['localhost', '127.0.0.1', '127.0.0.2', '[::1]', 'LOCALHOST'])(
    'the portal at %s serves its own pages, and programs that name no page',
    async name => {
      const { port, send, resets } = await startOnSocket()
      const host = `${name}:${port}`
      const page = { host, origin: `http://${host.toLowerCase()}`, 'sec-fetch-site': 'same-origin' }
      expect(await send('POST', '/portal/reset', { ...FORM, ...page })).toBe(303)
      expect(await send('POST', '/portal/reset', { host })).toBe(204)
      expect(await send('GET', '/portal', { host, 'sec-fetch-site': 'none' })).toBe(200)
      expect(resets()).toBe(2)
    },
  )

  test.each([
    'evil.example',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.0.7',
    '0.0.0.0',
    '[2001:db8::7]',
  ])('the portal does not answer to %s, a name that points at this machine', async name => {
    const { port, send, resets } = await startOnSocket()
    for (const host of [`${name}:${port}`, name]) {
      const page = { host, origin: `http://${host}`, 'sec-fetch-site': 'same-origin' }
      expect(await send('GET', '/portal', page)).toBe(403)
      expect(await send('GET', '/portal/keys', { host })).toBe(403)
      expect(await send('POST', '/portal/reset', { ...FORM, ...page })).toBe(403)
      const bearer = { host, authorization: `Bearer ${SANDBOX_KEY}` }
      expect(await send('GET', '/api/v1/projects', bearer)).toBe(403)
    }
    expect(resets()).toBe(0)
  })

  test('the portal does not answer under another port of this machine', async () => {
    const { port, send } = await startOnSocket()
    for (const host of ['localhost', `localhost:${port + 1}`])
      expect(await send('GET', '/portal', { host })).toBe(403)
  })
})
