/** Arbitrary bytes from a destination end its call with an error, and the process continues. */
import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import fc from 'fast-check'
import { Server, utils } from 'ssh2'
import { expect, onTestFinished, test } from 'vitest'
import type { DestinationSecrets, DestinationSettings } from '#lib/deliveries/destinations/settings.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { runs } from '#tests/support/night.ts'

const HOST = '127.0.0.1'

const anyBytes = fc.uint8Array({ minLength: 1, maxLength: 300 }).map(bytes => Buffer.from(bytes))

/** Bytes of a valid answer, some of them changed. */
const changed = (good: Buffer) =>
  fc.array(fc.tuple(fc.nat(good.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }).map(changes => {
    const bytes = Buffer.from(good)
    for (const [at, value] of changes) bytes[at] = value
    return bytes
  })

async function serve(greet: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    greet(socket)
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return (server.address() as AddressInfo).port
}

async function open(destination: DestinationSettings, secrets: DestinationSecrets): Promise<string> {
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  return openDestination(destination, secrets, { signal: new AbortController().signal }).then(
    async opened => {
      await opened.close()
      return 'opened'
    },
    (error: Error) => error.name,
  )
}

const sftp = (port: number, host_key: string) =>
  ({ kind: 'sftp', host: HOST, port, user: 'desk', folder: '.', host_key }) as const

test('an SSH server may answer with any bytes', async () => {
  applySettings()
  let answer = Buffer.alloc(0)
  const port = await serve(socket => {
    socket.resume()
    socket.end(answer)
  })
  const greeting = Buffer.from('SSH-2.0-OpenSSH_9.9\r\n')
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        anyBytes,
        changed(greeting),
        anyBytes.map(bytes => Buffer.concat([greeting, bytes])),
      ),
      async bytes => {
        answer = bytes
        expect(await open(sftp(port, `SHA256:${'A'.repeat(43)}`), { password: 'any' })).toBe(
          'DestinationError',
        )
      },
    ),
    runs(500),
  )
})

/** SSH_FXP_VERSION, and an SSH_FXP_NAME as the answer to the first request (draft-ietf-secsh-filexfer-02). */
const VERSION = Buffer.from('000000050200000003', 'hex')
const NAME = Buffer.from('000000150000000068000000010000000000000000012e00', 'hex')

test('an SFTP server may answer with any bytes after the sign-in', async () => {
  applySettings()
  let answer = Buffer.alloc(0)
  const server = new Server({ hostKeys: [utils.generateKeyPairSync('ed25519').private] }, connection => {
    connection.on('error', () => {}).on('authentication', login => login.accept())
    connection.on('session', accept => {
      accept().on('subsystem', acceptSubsystem => {
        const channel = acceptSubsystem()
        channel.on('error', () => {})
        channel.write(VERSION)
        const leave = () => void channel.write(answer, () => connection.end())
        channel.once('data', () => channel.once('data', leave))
      })
    })
  })
  server.listen(0, HOST)
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const { readHostKey } = await import('#lib/deliveries/destinations/sftp.ts')
  const settings = sftp(port, await readHostKey({ host: HOST, port }))
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyBytes, changed(NAME)), async bytes => {
      answer = bytes
      expect(await open(settings, { password: 'any' })).toBe('DestinationError')
    }),
    runs(100),
  )
})

test('Microsoft’s sign-in may answer with any bytes', async () => {
  let answer = Buffer.alloc(0)
  const port = await serve(socket => socket.once('data', () => socket.end(answer)))
  const origin = `http://${HOST}:${port}`
  applySettings({ DELIVERY_LOGIN_URL: origin, DELIVERY_GRAPH_URL: origin })
  const kind = 'microsoft-365'
  const client_id = '11111111-2222-3333-4444-555555555555'
  const body = '{"access_token":"","expires_in":3600}'
  const good = Buffer.from(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyBytes, changed(good)), async bytes => {
      answer = bytes
      const how = await open({ kind, tenant: 'example.com', client_id }, { client_secret: 'any' })
      expect(['DestinationError', 'opened']).toContain(how)
    }),
    runs(300),
  )
})
