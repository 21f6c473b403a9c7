/**
 * The real route handlers behind a plain HTTP server in a separate process, for tests of sockets, signals and restarts
 * without a build. It behaves like Next: it reads a body as fast as the client takes it, a failing body destroys the
 * connection, and a client that leaves cancels the body.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { flushCompileCache } from 'node:module'
import type { AddressInfo } from 'node:net'
import { encode } from 'next-auth/jwt'
import './outside-next.ts'
import { BATCHES } from '#lib/batches/batch-job.ts'
import { DELIVERIES } from '#lib/deliveries/run/run-job.ts'
import { followDeskEvents } from '#lib/employees/follow-desk-events.ts'
import { superviseDownloads } from '#lib/exports/download/supervise-downloads.ts'
import { EXPORTS } from '#lib/exports/prepare/export-job.ts'
import { cookieName } from '#lib/http/cookies.ts'
import { HTTP_VERSION_HEADER } from '#lib/http/prepare-request.ts'
import { IMPORTS } from '#lib/imports/send/import-job.ts'
import { superviseJobs } from '#lib/jobs/resume.ts'
import { listenForStop } from '#lib/process/stopping.ts'
import { newAccountRow } from '#lib/session/accounts/accounts.ts'
import { getNextAuthSecret } from '#lib/session/secrets.ts'
import { startSession } from '#lib/session/sessions/registry.ts'
import { getEnv } from '#lib/settings/env.ts'
import { installSeveralDesks } from '#lib/several-desks/install.ts'
import { getAccountStore } from '#lib/store/account-store.ts'
import { matchRoute } from './routes.ts'

const USER_ID = 'desk-server'

const server = createServer((request, response) => {
  if (request.url === '/test/state')
    return void readState().then(state => response.end(JSON.stringify(state)))
  answer(request, response).catch(() => response.destroy())
})
// Ends like Next, before our own code runs.
process.on('SIGTERM', () => server.close(() => process.exit(0)))
listenForStop()
const severalDesks = installSeveralDesks()
followDeskEvents()
await severalDesks.start()
superviseDownloads()
superviseJobs([EXPORTS, BATCHES, IMPORTS, DELIVERIES])
// A proxy finds a restarted server at the same port.
server.listen(Number(process.env.DESK_SERVER_PORT ?? 0), '127.0.0.1', async () => {
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  console.error(`ready ${JSON.stringify({ origin, cookie: await signIn() })}`)
  // Most of these processes are killed, and would lose their compiled code.
  flushCompileCache()
})

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  request.headers[HTTP_VERSION_HEADER] = request.httpVersion
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const url = new URL(request.url ?? '/', getEnv().appUrl)
  const { route, params } = matchRoute(url.pathname)
  const handle = (await route.load())[request.method ?? 'GET']
  if (!handle) return void response.writeHead(405).end()
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const { status, headers, body } = await handle(
    new Request(url, {
      method: request.method ?? 'GET',
      headers: Object.entries(request.headers).flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value] as [string, string]] : [],
      ),
      ...(chunks.length > 0 && { body: Buffer.concat(chunks) }),
      signal: gone.signal,
    }),
    { params: Promise.resolve(params) },
  )
  // Only this header may occur more than once.
  response.writeHead(status, { ...Object.fromEntries(headers), 'set-cookie': headers.getSetCookie() })
  if (body) await pump(body, response)
  response.end()
}

async function pump(body: ReadableStream<Uint8Array>, response: ServerResponse): Promise<void> {
  const reader = body.getReader()
  response.once('close', () => void reader.cancel().catch(() => {}))
  for (;;) {
    const next = await reader.read()
    if (next.done || response.destroyed) return
    if (!response.write(next.value)) await drained(response)
  }
}

/** Resolves also when the client has left, because nothing drains then. */
function drained(response: ServerResponse): Promise<void> {
  return new Promise(resolve => {
    const go = () => {
      response.off('drain', go)
      response.off('close', go)
      resolve()
    }
    response.once('drain', go)
    response.once('close', go)
  })
}

async function signIn(): Promise<string> {
  const account = newAccountRow({ id: USER_ID, email: 'desk@example.com', role: 'admin' })
  await getAccountStore().create(account)
  const { sid } = await startSession(USER_ID, { method: 'password', client: '' })
  const token = await encode({ token: { sub: USER_ID, sid }, secret: getNextAuthSecret(), maxAge: 3600 })
  return `${cookieName('session')}=${token}`
}

/** Collects garbage first, so that only memory in use counts. */
async function readState() {
  globalThis.gc?.()
  const connections = await new Promise<number>(resolve =>
    server.getConnections((_, count) => resolve(count)),
  )
  return { rss: process.memoryUsage.rss(), connections }
}
