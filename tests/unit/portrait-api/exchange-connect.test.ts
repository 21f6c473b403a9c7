import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { exchange } from '#lib/portrait-api/exchange.ts'

test('a service that takes the connection but never shakes hands is given up early, and nothing was sent', async () => {
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
  })
  await expect(sending).rejects.toMatchObject({ code: 'service_unreachable', neverSent: true })
})
