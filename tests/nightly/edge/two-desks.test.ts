/**
 * Two built desks on one PostgreSQL behind nginx, which alternates between them. tests/nightly/resilience has the
 * failures that need no build.
 */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { Export } from '#lib/exports/contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { HOST, OWN, signInAt } from '#tests/edge/edge-desk.ts'
import { APP_SECRET, addAccount, PAIR_PORT, start } from '#tests/edge/start-desks.ts'
import { ask } from '#tests/support/http-client.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { configForTwo, NGINX, startNginx } from '#tests/support/nginx.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import { createTestDatabase, POSTGRES } from '#tests/support/postgres.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const ACCOUNT = { email: 'pair@example.test', password: 'a long enough password' }
const KEY = 'key-of-two-built-desks'
/** A limit slow enough for a desk to stop in the middle of an export. */
const LIMIT = { calls: 20, windowMs: 1_000 }
const PHOTOS = 80
/** The smallest configured size of the seed. */
const SMALL = 3
const PORTS = [PAIR_PORT, PAIR_PORT + 1]

async function startPair() {
  const database = await createTestDatabase()
  const sandbox = createSandbox({ key: KEY, rateLimit: LIMIT.calls, rateWindowMs: LIMIT.windowMs })
  const { origin, close } = await listen(sandbox, 0)
  onTestFinished(close)
  const folders = PORTS.map(() => createTempFolder())
  const photos = createTempFolder()
  const running = new Map<number, Awaited<ReturnType<typeof start>>>()
  const logOf = (port: number) => join(folders[port - PAIR_PORT] ?? '', 'log')
  const settings = (port: number, leaseSeconds: number) => ({
    APP_URL: `https://${HOST}`,
    APP_SECRET,
    DATABASE_URL: database,
    DATA_DIR: folders[port - PAIR_PORT] ?? '',
    PHOTO_STORE_DIR: photos,
    PORTRAIT_API_URL: `${origin}/api/v1`,
    PORTRAIT_API_KEY: KEY,
    PORTRAIT_API_LIMIT: String(LIMIT.calls),
    PORTRAIT_API_WINDOW_MS: String(LIMIT.windowMs),
    JOB_LEASE_SECONDS: String(leaseSeconds),
    STOP_GRACE_SECONDS: '0',
    TRUST_PROXY: 'loopback',
  })
  async function startDesk(port: number, leaseSeconds: number): Promise<void> {
    running.set(port, await start({ port, dataDir: '', log: logOf(port) }, settings(port, leaseSeconds)))
  }
  onTestFinished(async () => {
    for (const desk of running.values())
      if (desk.exitCode === null) {
        desk.kill('SIGTERM')
        await once(desk, 'exit')
      }
  })
  addAccount(ACCOUNT, settings(PAIR_PORT, 1))
  return {
    startDesk,
    async photosAsked(): Promise<string[]> {
      const answer = await fetch(`${origin}/portal/journal`)
      const { data } = (await answer.json()) as { data: JournalEntry[] }
      expect(data.filter(({ status }) => status === 429)).toEqual([])
      return data.flatMap(({ method, path }) => (method === 'GET' && path.includes('/photo') ? [path] : []))
    },
    /** Ends the server with SIGTERM or SIGKILL; its watchdog ends with it. */
    async endDesk(port: number, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
      const desk = running.get(port)
      const [, server] =
        /"event":"desk_started".*"process":(\d+)/.exec(readFileSync(logOf(port), 'utf8')) ?? []
      const gone = desk && once(desk, 'exit')
      if (signal === 'SIGTERM') desk?.kill(signal)
      else process.kill(Number(server), signal)
      await gone
    },
  }
}

/** Returns the calls of a browser that is signed in, at any port. */
function asPerson(cookie: string) {
  const headers = { ...OWN, host: HOST, cookie }
  async function call<Data>(port: number, path: string, method = 'GET', body?: unknown) {
    const sent = { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) }
    const json = body === undefined ? {} : { body: JSON.stringify(body) }
    const answer = await ask(port, { method, path, headers: sent, ...json })
    expect([answer.status, answer.body], `${method} ${path}`).toEqual([
      expect.toSatisfy(status => status === 200 || status === 201),
      expect.anything(),
    ])
    return { data: JSON.parse(answer.body).data as Data, desk: answer.headers['x-desk'] }
  }
  async function countPhotos(port: number, id: string): Promise<number> {
    const path = `/api/exports/${id}/archive?part=1`
    const [answer]: IncomingMessage[] = await once(
      get({ host: '127.0.0.1', port, path, headers }),
      'response',
    )
    const chunks: Buffer[] = []
    for await (const chunk of answer ?? []) chunks.push(chunk)
    const files = await readWithJsZip(Buffer.concat(chunks))
    return files.filter(({ name }) => name.endsWith('.jpg')).length
  }
  return { call, countPhotos }
}

test.runIf(POSTGRES && NGINX)(
  'two desks act as one while users edit, export and download, even if one stops',
  async () => {
    const [a = 0, b = 0] = PORTS
    const { startDesk, endDesk, photosAsked } = await startPair()
    // The lease was released, so this long timeout is never reached.
    await Promise.all([startDesk(a, 600), startDesk(b, 2)])
    const { port: nginx } = await startNginx(configForTwo(PORTS), '127.0.0.1:1')
    const { cookie } = await signInAt({ port: a, host: HOST, account: ACCOUNT })
    const { call, countPhotos } = asPerson(cookie)
    const list = `/api/v1/projects/${LARGE_PROJECT.id}/employees?per_page=${2 * PHOTOS}`
    const people = (await call<Employee[]>(b, list)).data
    const answering = new Set<string | undefined>()
    for (let count = 0; count < 4; count += 1) answering.add((await call(nginx, '/api/v1/projects')).desk)
    expect(answering).toEqual(new Set([`127.0.0.1:${a}`, `127.0.0.1:${b}`]))

    const [first] = people
    const path = `/api/v1/employees/${first?.id}`
    for (const [at, other, first_name] of [
      [a, b, 'Zoë'],
      [b, a, 'Yara'],
    ] as const) {
      await call(at, path, 'PATCH', { first_name })
      await until('the other desk shows it', async () => {
        const { data } = await call<Employee>(other, path)
        return data.first_name === first_name
      })
    }

    /**
     * Starts an export at one desk, and ends that desk after a few photos. The other one completes the export.
     */
    async function exportAcross(from: number, to: number, signal: 'SIGTERM' | 'SIGKILL', some: number[]) {
      const wish = {
        project_id: LARGE_PROJECT.id,
        size: SMALL,
        scope: { kind: 'people', employee_ids: some },
      }
      const before = (await photosAsked()).length
      const { id } = (await call<Export>(from, '/api/exports', 'POST', wish)).data
      await until('it is in the midst of it', async () => (await photosAsked()).length >= before + 5)
      await endDesk(from, signal)
      expect((await call<Export>(to, `/api/exports/${id}`)).data.state).not.toBe('ready')
      const done = await until('the other desk has ended it', async () => {
        const { data } = await call<Export>(nginx, `/api/exports/${id}`)
        return data.state === 'ready' && data
      })
      expect([done.done, done.failed]).toEqual([PHOTOS, 0])
      expect(await countPhotos(to, id)).toBe(PHOTOS)
      return id
    }
    const approved = people.filter(({ photo }) => photo.approved).map(({ id }) => id)
    const stopped = await exportAcross(a, b, 'SIGTERM', approved.slice(0, PHOTOS))
    await startDesk(a, 2)
    expect(await countPhotos(a, stopped)).toBe(PHOTOS)
    await exportAcross(b, a, 'SIGKILL', approved.slice(-PHOTOS))
    expect((await call(nginx, '/api/v1/projects')).desk).toMatch(new RegExp(`127.0.0.1:${a}$`))
  },
  180_000,
)

if (!POSTGRES || !NGINX)
  leaveOut('two built desks behind a proxy', 'PostgreSQL and nginx (Debian: postgresql, nginx)')
