import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { TLSSocket } from 'node:tls'
import { describe, expect, onTestFinished, test } from 'vitest'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'
import { startConnectProxy } from '#tests/support/connect-proxy.ts'

const ROOT = join(import.meta.dirname, '../../../..')
const TLS = join(ROOT, 'tests/support/tls')
const CA = { NODE_EXTRA_CA_CERTS: join(TLS, 'authority.cert.pem') }
const CLIENT = {
  PORTRAIT_API_CLIENT_CERT_FILE: join(TLS, 'client.cert.pem'),
  PORTRAIT_API_CLIENT_KEY_FILE: join(TLS, 'client.key.pem'),
}
/** A name that only the proxy of these tests resolves. */
const NAME = 'portraits.example.test'

const pem = (name: string) => readFileSync(join(TLS, `${name}.pem`))

describe.each(['service', 'provider'])('the %s', whom => {
  test('a request through the proxy needs no name resolution of the desk', async () => {
    const { port, seen } = await startTls()
    const proxy = await startConnectProxy()
    const answer = await ask(whom, `https://${NAME}:${port}/`, { ...CA, HTTPS_PROXY: `http://${proxy.host}` })
    expect([answer, proxy.asked, seen.length]).toEqual([{ status: 200 }, [`${NAME}:${port}`], 1])
  })

  test('a request through the proxy carries the proxy’s user name and password', async () => {
    const { port } = await startTls()
    const proxy = await startConnectProxy({ user: 'desk:p@ss' })
    const HTTPS_PROXY = `http://desk:p%40ss@${proxy.host}`
    expect(await ask(whom, `https://${NAME}:${port}/`, { ...CA, HTTPS_PROXY })).toEqual({ status: 200 })
  })

  test.each([407, 403])('a proxy that refuses with %i fails the request, with that cause', async refuses => {
    const { port, seen } = await startTls()
    const proxy = await startConnectProxy({ refuses })
    const answer = await ask(whom, `https://${NAME}:${port}/`, {
      ...CA,
      HTTPS_PROXY: `http://${proxy.host}`,
    })
    expect(answer).toEqual(
      whom === 'provider'
        ? { detail: 'proxy_refused', status: refuses }
        : { code: 'service_unreachable', cause: `PROXY_REFUSED_${refuses}`, neverSent: true },
    )
    expect(seen).toEqual([])
  })

  test('a host in NO_PROXY, or on this machine, is reached directly', async () => {
    const { port } = await startTls()
    const proxy = await startConnectProxy()
    const HTTPS_PROXY = `http://${proxy.host}`
    expect(await ask(whom, `https://localhost:${port}/`, { ...CA, HTTPS_PROXY })).toEqual({ status: 200 })
    await ask(whom, `https://${NAME}:${port}/`, { ...CA, HTTPS_PROXY, NO_PROXY: 'example.test' })
    expect(proxy.asked).toEqual([])
  })

  test('a server is trusted by the operator’s private authority, and by that alone', async () => {
    const { port, seen } = await startTls()
    expect(await ask(whom, `https://localhost:${port}/`, CA)).toEqual({ status: 200 })
    expect(await ask(whom, `https://localhost:${port}/`, {})).not.toHaveProperty('status', 200)
    expect(seen).toHaveLength(1)
  })
})

describe('mutual TLS', () => {
  const demanding = { requestCert: true, rejectUnauthorized: true, ca: pem('authority.cert') }

  test.each(['directly', 'through a proxy'])(
    'mutual TLS admits the desk with its certificate, %s',
    async way => {
      const { port, seen } = await startTls(demanding)
      const proxy = await startConnectProxy()
      const [name, more] =
        way === 'directly' ? ['localhost', {}] : [NAME, { HTTPS_PROXY: `http://${proxy.host}` }]
      const url = `https://${name}:${port}/`
      expect(await ask('service', url, { ...CA, ...CLIENT, ...more })).toEqual({ status: 200 })
      expect(seen).toEqual(['portrait-desk'])
      expect(await ask('service', url, { ...CA, ...more })).toMatchObject({ code: 'service_unreachable' })
    },
  )

  test('the client certificate is not shown to a provider of single sign-on', async () => {
    const { port, seen } = await startTls({ ...demanding, rejectUnauthorized: false })
    expect(await ask('provider', `https://localhost:${port}/`, { ...CA, ...CLIENT })).toEqual({ status: 200 })
    expect(seen).toEqual([null])
  })
})

/** Starts a TLS server. `seen` has the client certificate of each request, or null. */
async function startTls(options: ServerOptions = {}) {
  const seen: (string | null)[] = []
  const server = createServer(
    { key: pem('issued.key'), cert: pem('issued.cert'), ...options },
    (request, response) => {
      const name = (request.socket as TLSSocket).getPeerCertificate().subject?.CN
      seen.push(typeof name === 'string' ? name : null)
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    },
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { port: (server.address() as AddressInfo).port, seen }
}

async function ask(whom: string, url: string, settings: Record<string, string>): Promise<unknown> {
  const args = [
    '--conditions=react-server',
    '--disable-warning=ExperimentalWarning',
    'tests/support/ask-outside.ts',
  ]
  const child = spawn(process.execPath, [...args, whom, url], {
    cwd: ROOT,
    env: { ...COMPILE_CACHE, PATH: process.env.PATH, NODE_ENV: 'test', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.on('data', chunk => {
    said += chunk
  })
  await once(child, 'close')
  return JSON.parse(said)
}
