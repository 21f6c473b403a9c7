import { describe, expect, test, vi } from 'vitest'
import { addAccount, copyOf, PASSWORD, signedIn, signInWith } from '#tests/support/accounts.ts'
import { refuseRows } from '#tests/support/activity.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { DESK_ORIGIN } from '#tests/support/desk-env.ts'
import { restart } from '#tests/support/restart.ts'

const MINUTE_MS = 60_000
const COOKIES = ['__Host-portrait-desk.session', '__Host-portrait-desk.connection']
const read = async (person: Person, headers = {}) =>
  (await person.call('GET', '/api/budget', { headers })).status
/** Lets time pass in small steps with a request after each; stops at the first refusal and returns the minutes. */
async function minutesUntilRefused(person: Person, step: number, headers = {}): Promise<number> {
  for (let minutes = step; minutes < 24 * 60; minutes += step) {
    vi.setSystemTime(Date.now() + step * MINUTE_MS)
    if ((await read(person, headers)) === 401) return minutes
  }
  return Number.POSITIVE_INFINITY
}

describe('a session', () => {
  test('a session ends after its absolute limit, however busy it is', async () => {
    const anna = await startDesk().signIn()
    vi.useFakeTimers({ toFake: ['Date'] })
    expect(await minutesUntilRefused(anna, 20)).toBe(8 * 60)
    vi.useRealTimers()
  }) // A3

  test('a session ends after its absolute limit also when it is polled', async () => {
    const anna = await startDesk({ settings: { SESSION_HOURS: '1' } }).signIn()
    vi.useFakeTimers({ toFake: ['Date'] })
    const seen: boolean[] = []
    for (let minutes = 0; minutes < 70; minutes += 10) {
      vi.setSystemTime(Date.now() + 10 * MINUTE_MS)
      await anna.call('GET', '/api/budget')
      const { user } = await (await anna.call('GET', '/api/auth/session')).json()
      seen.push(user !== undefined)
    }
    expect(seen).toEqual([true, true, true, true, true, false, false])
    expect(anna.cookies.has(COOKIES[0] ?? '')).toBe(false)
    vi.useRealTimers()
  })

  test('a session ends after an idle hour; polls of an open tab do not count', async () => {
    const desk = startDesk()
    const [busy, idle, polling] = [await desk.signIn(), await desk.signIn(), await desk.signIn()]
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 50 * MINUTE_MS)
    const background = { 'x-background': '1' }
    expect([await read(busy), await read(polling, background)]).toEqual([200, 200])
    vi.setSystemTime(Date.now() + 15 * MINUTE_MS)
    expect([await read(busy), await read(idle), await read(polling, background)]).toEqual([200, 401, 401])
    vi.useRealTimers()
  })

  test('a session tells its remaining time; background requests do not extend it', async () => {
    const anna = await startDesk().signIn()
    const left = async (headers = {}) => (await anna.json('GET', '/api/session', { headers })).body.data
    vi.useFakeTimers({ toFake: ['Date'] })
    vi.setSystemTime(Date.now() + 20 * MINUTE_MS)
    const limit = { idle_limit_ms: 60 * MINUTE_MS }
    const background = { 'x-background': '1' }
    const read = (await left(background)) as { idle_ms: number; ends_ms: number }
    expect(read).toMatchObject(limit)
    expect(Math.round(read.idle_ms / MINUTE_MS)).toBe(40)
    expect(Math.round(read.ends_ms / MINUTE_MS)).toBe(7 * 60 + 40)
    expect(await left()).toMatchObject({ ...limit, idle_ms: 60 * MINUTE_MS })
    vi.setSystemTime(Date.now() + 61 * MINUTE_MS)
    expect((await anna.call('GET', '/api/session', { headers: background })).status).toBe(401)
    vi.useRealTimers()
  })

  test('a session with a short idle limit is kept alive by an active person, too', async () => {
    const anna = await startDesk({ settings: { SESSION_IDLE_MINUTES: '0.5' } }).signIn()
    vi.useFakeTimers({ toFake: ['Date'] })
    for (const seconds of [20, 40, 60]) {
      vi.setSystemTime(Date.now() + 20_000)
      expect([seconds, await read(anna)]).toEqual([seconds, 200])
    }
    vi.useRealTimers()
  })

  test('a shorter limit of the operator applies to existing sessions', async () => {
    const desk = startDesk()
    const anna = await desk.signIn()
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 40 * MINUTE_MS })
    expect(await read(anna)).toBe(200)
    restart({ SESSION_HOURS: '0.5' })
    expect(await read(anna)).toBe(401)
    vi.useRealTimers()
  })

  test.each([
    ['reads on a full disk', 'INSERT INTO filler VALUES (zeroblob(1000000))', 200],
    ['is let in nowhere when the store fails otherwise', "SELECT RAISE(ABORT, 'x')", 503],
  ])('a session %s, where activity cannot be recorded', async (_, failure, status) => {
    const anna = await startDesk().signIn()
    const { getSqlite } = await import('#lib/store/database.ts')
    const database = getSqlite()
    database.exec(`CREATE TABLE filler (bytes BLOB);
      CREATE TRIGGER fails AFTER UPDATE OF last_seen_at ON sessions BEGIN ${failure}; END`)
    const pages = database.prepare('PRAGMA page_count').get()?.page_count
    database.exec(`PRAGMA max_page_count = ${pages}`)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 10 * MINUTE_MS })
    expect(await read(anna)).toBe(status)
    expect(database.prepare('SELECT count(*) AS n FROM filler').get()?.n).toBe(0)
    vi.useRealTimers()
  })

  test('a session is stored by its hash: a reader of the database can sign in as nobody', async () => {
    const anna = await startDesk().signIn()
    const { getSqlite } = await import('#lib/store/database.ts')
    const rows = getSqlite().prepare('SELECT id FROM sessions').all()
    const { decode } = await import('next-auth/jwt')
    const { getNextAuthSecret } = await import('#lib/session/secrets.ts')
    const token = await decode({ token: anna.cookies.get(COOKIES[0] ?? ''), secret: getNextAuthSecret() })
    expect(rows).toEqual([{ id: expect.stringMatching(/^[0-9a-f]{64}$/) }])
    expect(rows[0]?.id).not.toBe(token?.sid)
  })
})

describe('sign-out', () => {
  test('a sign-out ends the session on the server: a copy of all cookies is worthless', async () => {
    const desk = startDesk()
    await addAccount()
    const anna = await signedIn(desk)
    const copy = copyOf(desk, anna)
    expect((await anna.call('DELETE', '/api/session')).status).toBe(200)
    expect(anna.cookies.has(COOKIES[0] ?? '')).toBe(false)
    expect(await read(copy)).toBe(401)
  }) // A4

  test('a sign-out deletes both cookies and the data in the browser', async () => {
    const desk = startDesk({ connected: 'person' })
    const admin = await desk.signIn('admin')
    await admin.json('PUT', '/api/connection', {
      body: { key: 'pk_canary_7d0e8f1b2c3a4d5e6f708192', scope: 'me' },
    })
    expect(COOKIES.map(name => admin.cookies.has(name))).toEqual([true, true])
    const answer = await admin.call('DELETE', '/api/session')
    expect(await answer.json()).toEqual({ data: { endSessionUrl: null } })
    expect(answer.headers.get('clear-site-data')).toBe('"cache", "storage"')
    expect(COOKIES.map(name => admin.cookies.has(name))).toEqual([false, false])
  })

  test('a sign-out below a path leaves the data of other applications on the host', async () => {
    const anna = await startDesk({ settings: { APP_URL: `${DESK_ORIGIN}/hr/portraits` } }).signIn()
    const answer = await anna.call('DELETE', '/api/session')
    expect(answer.headers.get('clear-site-data')).toBe('"cache"')
  })

  test('a sign-out that cannot be recorded ends the session and the cookies, and says so', async () => {
    const desk = startDesk({ connected: 'person' })
    const admin = await desk.signIn('admin')
    await admin.json('PUT', '/api/connection', {
      body: { key: 'pk_canary_7d0e8f1b2c3a4d5e6f708192', scope: 'me' },
    })
    const copy = copyOf(desk, admin)
    await refuseRows('activity')
    expect(await admin.json('DELETE', '/api/session')).toMatchObject({
      status: 500,
      body: { code: 'not_recorded' },
    })
    expect(COOKIES.map(name => admin.cookies.has(name))).toEqual([false, false])
    expect(await read(copy)).toBe(401)
  })

  test('a second sign-out is no error, and another site cannot cause one', async () => {
    const desk = startDesk()
    const anna = await desk.signIn()
    expect(
      (await anna.call('DELETE', '/api/session', { headers: { 'sec-fetch-site': 'cross-site' } })).status,
    ).toBe(403)
    expect(await read(anna)).toBe(200)
    for (let times = 0; times < 2; times++)
      expect((await anna.call('DELETE', '/api/session')).status).toBe(200)
  })
})

describe('several sessions of one person', () => {
  test("the longest unused session ends at the limit, with an entry, and nobody else's", async () => {
    const desk = startDesk({ settings: { QUOTA_SESSIONS: '2' } })
    await addAccount()
    const other = await desk.signIn()
    const [first, second] = [await signedIn(desk), await signedIn(desk)]
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * MINUTE_MS })
    expect(await read(first)).toBe(200)
    const third = await signedIn(desk)
    const seen = await Promise.all([first, second, third, other].map(person => read(person)))
    expect(seen).toEqual([200, 401, 200, 200])
    vi.useRealTimers()
    const { body } = await third.json<{ data: { action: string }[] }>('GET', '/api/activity')
    expect(body.data.filter(({ action }) => action === 'session_ended')).toHaveLength(1)
  })

  test('simultaneous sign-ins do not exceed the limit of sessions', async () => {
    const desk = startDesk({ settings: { QUOTA_SESSIONS: '2' } })
    await addAccount()
    const people = await Promise.all([signedIn(desk), signedIn(desk), signedIn(desk), signedIn(desk)])
    const seen = await Promise.all(people.map(person => read(person)))
    expect(seen.toSorted()).toEqual([200, 200, 401, 401])
  })
})

describe('the list of sessions', () => {
  async function threeSessions(desk: Desk): Promise<[Person, Person, Person]> {
    await addAccount()
    return [await signedIn(desk), await signedIn(desk), await signedIn(desk)]
  }
  const list = async (person: Person) => {
    const { data } = await (await person.call('GET', '/api/sessions')).json()
    return data as { id: string; current: boolean; client: string; method: string }[]
  }

  test('the list marks the own session, and describes browsers in our words, never in theirs', async () => {
    const desk = startDesk()
    await addAccount()
    const anna = desk.visitor()
    const agent = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0 Safari/537.36 <script>'
    await signInWith(anna, { headers: { 'user-agent': agent } })
    await signedIn(desk)
    const sessions = await list(anna)
    expect(sessions.filter(({ current }) => current)).toMatchObject([
      { client: 'Chrome, Windows', method: 'password' },
    ])
    expect(sessions).toHaveLength(2)
  })

  test('the list ends one session, or all others, and only those', async () => {
    const desk = startDesk()
    const [here, there, elsewhere] = await threeSessions(desk)
    const ben = await desk.signIn()
    const other = (await list(there)).find(({ current }) => current)
    expect((await here.call('DELETE', `/api/sessions/${other?.id}`)).status).toBe(204)
    expect([await read(here), await read(there), await read(elsewhere)]).toEqual([200, 401, 200])
    expect((await here.call('DELETE', '/api/sessions')).status).toBe(204)
    expect([await read(here), await read(elsewhere), await read(ben)]).toEqual([200, 401, 200])
  })

  test('the list shows and ends no session of another person', async () => {
    const desk = startDesk()
    const [anna, ben] = [await desk.signIn('admin'), await desk.signIn()]
    const [session] = await list(ben)
    expect((await anna.call('DELETE', `/api/sessions/${session?.id}`)).status).toBe(404)
    expect(await list(anna)).toHaveLength(1)
    expect(await read(ben)).toBe(200)
  })
})

describe('a changed password', () => {
  const NEW = 'another password of hers 🐝'
  const change = (person: Person, current: string, password = NEW) =>
    person.json('PUT', '/api/account/password', { body: { current, password } })

  test('a changed password ends all other sessions, and only the new one signs in', async () => {
    const desk = startDesk()
    await addAccount()
    const [here, there] = [await signedIn(desk), await signedIn(desk)]
    expect((await change(here, PASSWORD)).status).toBe(204)
    expect([await read(here), await read(there)]).toEqual([200, 401])
    expect((await signInWith(desk.visitor())).status).toBe(401)
    expect((await signInWith(desk.visitor(), { password: NEW })).status).toBe(200)
  }) // A5

  test('a changed password ends the links that would set another', async () => {
    const desk = startDesk()
    const { id } = await addAccount()
    const { createLink } = await import('#lib/session/accounts/invitations.ts')
    const { url } = await createLink(id)
    expect((await change(await signedIn(desk), PASSWORD)).status).toBe(204)
    const body = { token: new URL(url).hash.slice(1), password: 'a third password of hers 🐞' }
    expect(await desk.visitor().json('POST', '/api/invitation', { body })).toMatchObject({
      status: 410,
      body: { code: 'token_invalid' },
    })
  })

  test('a change of password needs the current one, whose tries are limited', async () => {
    const desk = startDesk()
    await addAccount()
    const anna = await signedIn(desk)
    const answers = []
    for (let times = 0; times < 6; times++) answers.push(await change(anna, 'wrong'))
    expect(answers.map(({ status }) => status)).toEqual([422, 422, 422, 422, 422, 429])
    expect(answers[0]?.body.errors).toEqual({ current: ['wrong'] })
  })

  test.each(['123456789012345', 'qwerty123456789', 'anna@example.com1', 'short'])(
    'a change of password to %j is refused',
    async password => {
      const desk = startDesk()
      await addAccount()
      const answer = await change(await signedIn(desk), PASSWORD, password)
      expect(answer).toMatchObject({ status: 422, body: { errors: { password: [expect.any(String)] } } })
    },
  )
})
