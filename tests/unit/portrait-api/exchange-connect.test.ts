import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createDispatcher } from '#lib/outbound/connections.ts'
import { exchange } from '#lib/portrait-api/exchange.ts'

test('a service that never completes the handshake is left early, with nothing sent', async () => {
  const sockets: Socket[] = []
  const server = createServer(socket => void sockets.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const sending = exchange({
    url: new URL(`https://127.0.0.1:${port}/api/v1/projects/1/employees`),
    method: 'POST',
    key: 'pk_0123456789',
    body: {},
    deadlines: { firstByteMs: 20_000, idleBodyMs: 20_000, totalMs: 20_000 },
    maxBytes: 1000,
    connections: createDispatcher(undefined, 100),
  })
  await expect(sending).rejects.toMatchObject({ code: 'service_unreachable', neverSent: true })
})

test('a handshake is given up after five seconds', async () => {
  const asked: unknown[] = []
  vi.doMock('undici', () => ({
    Agent: class {
      constructor(options: unknown) {
        asked.push(options)
      }
    },
  }))
  onTestFinished(() => void vi.doUnmock('undici'))
  vi.resetModules()
  const { createDispatcher } = await import('#lib/outbound/connections.ts')
  createDispatcher()
  expect(asked).toEqual([expect.objectContaining({ connect: { timeout: 5000 } })])
})

test.each(['self-signed', 'issued'])(
  'a service with an untrusted certificate gets no key and no call: %s',
  async certificate => {
    const pem = (name: string) => readFileSync(`tests/support/tls/${certificate}.${name}.pem`)
    let asked = 0
    const server = createTlsServer({ key: pem('key'), cert: pem('cert') }, (_, response) => {
      asked += 1
      response.end('{}')
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const asking = exchange({
      url: new URL(`https://127.0.0.1:${port}/api/v1/projects`),
      method: 'PATCH',
      key: 'pk_0123456789',
      body: {},
      deadlines: { firstByteMs: 5000, idleBodyMs: 5000, totalMs: 5000 },
      maxBytes: 1000,
    })
    await expect(asking).rejects.toMatchObject({ code: 'service_unreachable', neverSent: true })
    expect(asked).toBe(0)
  },
)
