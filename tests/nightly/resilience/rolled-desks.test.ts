import { randomBytes, scryptSync } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { newAccountRow } from '#lib/session/accounts/accounts.ts'
import { createAccountStore } from '#lib/store/account-store.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { connectTo } from '#tests/support/engines.ts'
import { ask, type HttpResponse } from '#tests/support/http-client.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { configForTwo, freePort, NGINX, startNginx } from '#tests/support/nginx.ts'
import { POSTGRES, startPostgres } from '#tests/support/postgres.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const PEOPLE = 20
const LIMIT = { calls: 120, windowMs: 2_000 }
const PASSWORD = 'a long enough password'
const OWN = { 'sec-fetch-site': 'same-origin', 'x-csrf': '1', host: 'desk.example.test' }
const LIST = `/api/v1/projects/${LARGE_PROJECT.id}/employees?per_page=${PEOPLE}`
/** Codes that mean "try again" while the database is down. */
const AGAIN = new Set([
  'database_unavailable',
  'unavailable',
  'budget_unreachable',
  'busy',
  'activity_unwritable',
])

async function startBehindNginx() {
  const server = await startPostgres()
  const sandbox = await listen(
    createSandbox({ key: 'key-of-the-desk-process', rateLimit: LIMIT.calls, rateWindowMs: LIMIT.windowMs }),
    0,
  )
  onTestFinished(sandbox.close)
  const places = [
    { port: await freePort(), dataDir: createTempFolder() },
    { port: await freePort(), dataDir: createTempFolder() },
  ]
  const desks: DeskProcess[] = []
  const start = async (index: number): Promise<void> => {
    const { port, dataDir } = places[index] ?? { port: 0, dataDir: '' }
    desks[index] = await startDeskProcess({
      dataDir,
      serviceUrl: `${sandbox.origin}/api/v1`,
      env: {
        DATABASE_URL: server.url('desk'),
        DESK_SERVER_PORT: String(port),
        TRUST_PROXY: 'loopback',
        PORTRAIT_API_LIMIT: String(LIMIT.calls),
        PORTRAIT_API_WINDOW_MS: String(LIMIT.windowMs),
      },
    })
  }
  onTestFinished(async () => void (await Promise.all(desks.map(desk => desk.stop()))))
  await Promise.all(places.map((_, index) => start(index)))
  const nginx = await startNginx(configForTwo(places.map(({ port }) => port)), '127.0.0.1:1')
  const accounts = createAccountStore(connectTo(server.url('desk')))
  const salt = randomBytes(16)
  // Cheaper hashes than the desk's own: the duration of a sign-in is not under test.
  const hash = `scrypt$16384$8$1$${salt.toString('base64')}$${scryptSync(PASSWORD, salt, 32).toString('base64')}`
  const emails = Array.from({ length: PEOPLE }, (_, index) => `person-${index}@example.com`)
  for (const email of emails)
    await accounts.create(newAccountRow({ email, role: 'editor', password_hash: hash }))
  return {
    port: nginx.port,
    reload: nginx.reload,
    server,
    emails,
    ports: places.map(({ port }) => port),
    async roll(index: number) {
      await desks[index]?.stop('SIGTERM')
      await start(index)
    },
    async journal() {
      const answer = await fetch(`${sandbox.origin}/portal/journal`)
      return ((await answer.json()) as { data: JournalEntry[] }).data
    },
  }
}

async function signIn(port: number, email: string): Promise<Record<string, string>> {
  const toCookie = (headers: string[]) => headers.map(header => header.split(';', 1)[0]).join('; ')
  const start = await ask(port, { path: '/api/auth/csrf', headers: OWN })
  const { csrfToken } = JSON.parse(start.body)
  const answer = await ask(port, {
    method: 'POST',
    path: '/api/auth/callback/credentials',
    headers: { ...OWN, 'content-type': 'application/json', cookie: toCookie(start.setCookies) },
    body: JSON.stringify({ email, password: PASSWORD, csrfToken }),
  })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return { ...OWN, cookie: toCookie([...start.setCookies, ...answer.setCookies]) }
}

type Click = { what: string; status: number; code: string; again: boolean; desk: string }

/** Lets everybody click until stopped; resolves to the answers. */
function clickAll(port: number, people: { headers: Record<string, string>; id: number }[]) {
  const answers: Click[] = []
  const rounds = people.map(() => 0)
  let isOver = false
  const note = (what: string, { status, body, headers }: HttpResponse) => {
    const code = status === 200 ? '' : String(/"code":"(\w+)"/.exec(body)?.[1] ?? body.slice(0, 80))
    const again = status === 503 && AGAIN.has(code) && 'retry-after' in headers
    answers.push({ what, status, code, again, desk: headers['x-desk'] ?? '' })
  }
  const clicking = people.map(async ({ headers, id }, index) => {
    while (!isOver) {
      note('list', await ask(port, { path: LIST, headers }))
      const body = JSON.stringify({ first_name: `Name ${index} ${rounds[index]}` })
      const sent = { ...headers, 'content-type': 'application/json' }
      note('edit', await ask(port, { method: 'PATCH', path: `/api/v1/employees/${id}`, headers: sent, body }))
      note('read', await ask(port, { path: `/api/v1/employees/${id}`, headers }))
      rounds[index] = (rounds[index] ?? 0) + 1
    }
  })
  return {
    /** Waits until everybody has clicked so often from now on. */
    async rounds(count: number) {
      const from = [...rounds]
      await until('everybody has clicked', () =>
        rounds.every((now, index) => now >= (from[index] ?? 0) + count),
      )
    },
    /** Waits until this desk has answered a request from now on. */
    async heard(desk: number) {
      const from = answers.length
      const answered = () => answers.slice(from).some(answer => answer.desk === `127.0.0.1:${desk}`)
      await until('nginx leads people to it again', answered)
    },
    /** Waits until this desk has had no request for a whole round of everybody. */
    async leftAlone(desk: number) {
      const isHeard = (answer: Click) => answer.desk === `127.0.0.1:${desk}`
      for (let from = answers.length; ; from = answers.length) {
        await this.rounds(2)
        if (!answers.slice(from).some(isHeard)) return
      }
    },
    async end() {
      isOver = true
      await Promise.all(clicking)
      return answers
    },
  }
}

test.runIf(POSTGRES && NGINX)(
  'twenty people work on while two desks are rolled and their database restarts',
  async () => {
    const { port, ports, server, emails, roll, reload, journal } = await startBehindNginx()
    const signedIn: Record<string, string>[] = []
    for (const email of emails) signedIn.push(await signIn(port, email))
    const first = await ask(port, { path: LIST, headers: signedIn[0] ?? {} })
    const ids = (JSON.parse(first.body).data as { id: number }[]).map(({ id }) => id)
    const people = signedIn.map((headers, index) => ({ headers, id: ids[index] ?? 0 }))

    const rolled = clickAll(port, people)
    await rolled.rounds(1)
    for (const [index, own] of ports.entries()) {
      // The desk is taken out of the proxy first, as an operator does, because no proxy repeats a change.
      reload(configForTwo(ports, own))
      await rolled.leftAlone(own)
      await roll(index)
      reload(configForTwo(ports))
      await rolled.heard(own)
      await rolled.rounds(1)
    }
    const answers = await rolled.end()
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
    expect(answers.length).toBeGreaterThanOrEqual(3 * 3 * PEOPLE)

    // A write at one desk is shown by both.
    for (const { headers, id } of people.slice(0, 3)) {
      const name = `Last ${id}`
      const sent = { ...headers, 'content-type': 'application/json' }
      const body = JSON.stringify({ first_name: name })
      await ask(port, { method: 'PATCH', path: `/api/v1/employees/${id}`, headers: sent, body })
      for (const own of ports)
        await until('this desk shows it', async () =>
          (await ask(own, { path: `/api/v1/employees/${id}`, headers })).body.includes(name),
        )
    }

    const restarted = clickAll(port, people)
    await restarted.rounds(1)
    await server.stop()
    await server.start()
    await restarted.rounds(2)
    const meanwhile = await restarted.end()
    expect(meanwhile.filter(({ status, again }) => status !== 200 && !again)).toEqual([])
    const after = clickAll(port, people)
    await after.rounds(1)
    expect((await after.end()).filter(({ status }) => status !== 200)).toEqual([])

    const calls = (await journal()).filter(({ path }) => !path.startsWith('/portal'))
    expect(calls.length).toBeGreaterThan(PEOPLE)
    expect(calls.filter(({ outcome, status }) => outcome === 'limited' || status === 429)).toEqual([])
  },
)

if (!POSTGRES || !NGINX)
  leaveOut('two desks behind a proxy', 'PostgreSQL and nginx (Debian: postgresql, nginx)')
