import { once } from 'node:events'
import { syncBuiltinESMExports } from 'node:module'
import net, { type AddressInfo, createServer, type Socket } from 'node:net'
import { createTransport } from 'nodemailer'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { DestinationSecrets, DestinationSettings } from '#lib/deliveries/destinations/settings.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { until } from '#tests/support/until.ts'

const HOST = '127.0.0.1'
const HOST_KEY = `SHA256:${'A'.repeat(43)}`

async function open(destination: DestinationSettings, secrets: DestinationSecrets = { password: 'any' }) {
  const { openDestination } = await import('#lib/deliveries/destinations/open-destination.ts')
  const opened = await openDestination(destination, secrets, { signal: new AbortController().signal })
  await opened.close()
}

const sftp = (port: number) =>
  ({ kind: 'sftp', host: HOST, port, user: 'desk', folder: '.', host_key: HOST_KEY }) as const
const ldap = (url: string) =>
  ({
    kind: 'ldap',
    url,
    user: 'cn=x',
    base: 'dc=x',
    filter: '(mail={email})',
    attribute: 'jpegPhoto',
  }) as const

/** The outbound connections of the product, each to a port of this machine. */
const CONNECTIONS: [string, (port: number) => Promise<unknown>][] = [
  ['SFTP with a password', port => open(sftp(port))],
  ['SFTP with a key that cannot be parsed', port => open(sftp(port), { private_key: 'no key' })],
  [
    'SFTP for its host key',
    async port => (await import('#lib/deliveries/destinations/sftp.ts')).readHostKey({ host: HOST, port }),
  ],
  ['LDAP with StartTLS', port => open(ldap(`ldap://${HOST}:${port}`))],
  ['LDAP with TLS', port => open(ldap(`ldaps://${HOST}:${port}`))],
  [
    'Microsoft 365',
    port => {
      const origin = `http://${HOST}:${port}`
      applySettings({ DELIVERY_LOGIN_URL: origin, DELIVERY_GRAPH_URL: origin })
      const kind = 'microsoft-365'
      const client_id = '11111111-2222-3333-4444-555555555555'
      return open({ kind, tenant: 'example.com', client_id }, { client_secret: 'any' })
    },
  ],
  [
    'the mail server',
    async port => {
      const patience = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 20_000 }
      const transport = createTransport({ url: `smtp://${HOST}:${port}`, ...patience })
      await transport.sendMail({ to: 'a@example.com', text: 'x' }).finally(() => transport.close())
    },
  ],
  [
    'the sign-on provider',
    async port => (await import('#lib/session/oidc/ask-provider.ts')).askProvider(`http://${HOST}:${port}`),
  ],
  [
    'the service',
    async port => {
      const { exchange, JSON_DEADLINES } = await import('#lib/portrait-api/exchange.ts')
      const url = new URL(`http://${HOST}:${port}`)
      await exchange({ url, method: 'GET', key: 'pk_0123456789', deadlines: JSON_DEADLINES, maxBytes: 1_000 })
    },
  ],
  [
    'the service, as doctor asks it',
    async port => {
      const { lookAtService } = await import('#scripts/doctor/service.ts')
      const findings = await lookAtService(`https://${HOST}:${port}`, null)
      if (findings.some(({ todo }) => todo)) throw new Error('It was not reached.')
    },
  ],
  [
    'the database',
    async port => {
      const { openPostgres } = await import('#lib/store/postgres.ts')
      const database = openPostgres(await toSettings(port))
      await database.get('SELECT 1 AS one').finally(() => database.close())
    },
  ],
  [
    'the lock of the database',
    async port =>
      (await import('#lib/store/database-lock.ts')).lockDatabase(() => {}, await toSettings(port)),
  ],
]

async function toSettings(port: number) {
  applySettings({ DATABASE_URL: `postgres://desk:any@${HOST}:${port}/desk?sslmode=disable` })
  const { database } = (await import('#lib/settings/env.ts')).getEnv()
  if (!database) throw new Error('There is no server.')
  return database
}

/** Starts a server that greets each connection with this function. */
async function serve(greet: (socket: Socket) => void) {
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
  return { port: (server.address() as AddressInfo).port, sockets, close: () => server.close() }
}

test('an SFTP key that cannot be parsed rejects while the network is down', async () => {
  applySettings()
  const { connect } = net
  // Without a route, Node emits the error in the next tick, before any promise callback runs.
  net.connect = ((...given: Parameters<typeof connect>) => {
    const socket = connect(...given)
    return socket.destroy(new Error('connect ENETUNREACH'))
  }) as typeof connect
  syncBuiltinESMExports()
  onTestFinished(() => {
    net.connect = connect
    syncBuiltinESMExports()
  })
  const { port } = await serve(() => {})
  await expect(open(sftp(port), { private_key: 'no key' })).rejects.toMatchObject({ code: 'wrong_settings' })
})

test.each(CONNECTIONS)('a refused connection over %s rejects', async (_, connect) => {
  applySettings()
  const { port, close } = await serve(() => {})
  close()
  await expect(connect(port)).rejects.toThrow()
})

test.each(CONNECTIONS)('a reset connection over %s rejects', async (_, connect) => {
  applySettings()
  const atOnce = await serve(socket => socket.resetAndDestroy())
  await expect(connect(atOnce.port)).rejects.toThrow()
  const later = await serve(socket => socket.once('data', () => socket.resetAndDestroy()))
  // SSH and SMTP servers speak first.
  const greeting = await serve(socket => socket.write('SSH-2.0-x\r\n', () => socket.resetAndDestroy()))
  const isSpokenTo = !/SFTP|mail/.test(_)
  await expect(connect(isSpokenTo ? later.port : greeting.port)).rejects.toThrow()
})

test.each(CONNECTIONS)(
  'a silent server over %s times out, and the connection is closed',
  async (_, connect) => {
    applySettings()
    stopClock()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
      const controller = new AbortController()
      setTimeout(() => controller.abort(new DOMException('Late.', 'TimeoutError')), ms)
      return controller.signal
    })
    const { port, sockets } = await serve(socket => socket.resume())
    const ended = connect(port).then(
      () => 'resolved',
      () => 'rejected',
    )
    let outcome = ''
    void ended.then(how => {
      outcome = how
    })
    await until(
      () => `${_} gives up`,
      async () => {
        await passMs(10_000)
        return outcome
      },
    )
    expect(outcome).toBe('rejected')
    await until(
      () => `${_} has ended its connection`,
      async () => {
        await passMs(10_000)
        return sockets.size === 0
      },
    )
  },
)
