import { encode } from 'next-auth/jwt'
import { describe, expect, test } from 'vitest'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { APP_SECRET, DESK_ORIGIN } from '#tests/support/desk-env.ts'
import { listRoutes, toSamplePath } from '#tests/support/routes.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
/** Public on purpose: sign-in, texts of the desk, the two health checks, and the handlers that refuse everybody. */
const OPEN = [
  '/api/auth/[...nextauth]',
  '/api/health/live',
  '/api/health/ready',
  '/api/auth/callback/oidc',
  '/api/auth/signin/oidc',
  '/api/invitation',
  '/api/invitation/account',
  '/api/preferences',
  '/api/session',
  '/api/setup',
  '/api/refused',
  '/api/[[...unknown]]',
]
const ROUTES = listRoutes()
  .map(({ pattern }) => pattern)
  .filter(pattern => !OPEN.includes(pattern))

test('every handler under app/api is listed here', () => {
  expect(ROUTES.length).toBeGreaterThan(10)
  expect(listRoutes().map(({ pattern }) => pattern)).toEqual(expect.arrayContaining(OPEN))
})

describe.each(ROUTES)('%s', pattern => {
  const path = toSamplePath(pattern)

  test('a handler exports every method, so that none falls to the framework', async () => {
    startDesk()
    const route = await listRoutes()
      .find(route => route.pattern === pattern)
      ?.load()
    expect(Object.keys(route ?? {}).sort()).toEqual([...METHODS, 'OPTIONS'].sort())
  })

  test('a handler answers its methods with 401 in JSON without a session, and others with 405', async () => {
    const desk = startDesk()
    const offered = (await desk.visitor().call('OPTIONS', path)).headers.get('allow')?.split(', ') ?? []
    expect(offered.length).toBeGreaterThan(1)
    for (const method of METHODS) {
      const answer = await desk
        .visitor()
        .call(method, path, method === 'GET' || method === 'HEAD' ? {} : { body: {} })
      const [status, code] = offered.includes(method) ? [401, 'signed_out'] : [405, 'method_not_allowed']
      expect([method, answer.status]).toEqual([method, status])
      expect(answer.headers.get('content-type')).toBe('application/json')
      if (status === 405) expect(answer.headers.get('allow')).toBe(offered.join(', '))
      if (method !== 'HEAD')
        expect(await answer.json()).toEqual({
          message: expect.any(String),
          code,
          requestId: expect.any(String),
        })
    }
    expect(await desk.service.journal()).toEqual([])
  })

  test('a handler refuses every write of another origin before it checks the session', async () => {
    const desk = startDesk()
    const editor = await desk.signIn('admin')
    const offered = (await editor.call('OPTIONS', path)).headers.get('allow') ?? ''
    const foreign = [
      { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': undefined, origin: 'null' },
      { 'sec-fetch-site': undefined },
      { 'x-csrf': undefined },
    ]
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE'].filter(method => offered.includes(method)))
      for (const headers of foreign) {
        const answer = await editor.json(method, path, { body: {}, headers })
        expect(answer).toMatchObject({ status: 403, body: { code: 'foreign_origin' } })
      }
    expect(await desk.service.journal()).toEqual([])
  })

  test('a handler refuses a page of one person in the session of another, before it checks roles', async () => {
    const desk = startDesk()
    const [viewer, admin] = [await desk.signIn('viewer'), await desk.signIn('admin')]
    const offered = (await viewer.call('OPTIONS', path)).headers.get('allow') ?? ''
    const own = await viewer.call('GET', path, { headers: { 'x-account': viewer.id } })
    expect(await own.text()).not.toContain('other_account')
    for (const method of METHODS.filter(method => offered.includes(method))) {
      const body = method === 'GET' || method === 'HEAD' ? {} : { body: {} }
      const answer = await viewer.call(method, path, { ...body, headers: { 'x-account': admin.id } })
      expect([method, answer.status]).toEqual([method, 409])
      if (method !== 'HEAD') expect(await answer.json()).toMatchObject({ code: 'other_account' })
    }
  })

  test('a handler refuses every read that a page of another site caused', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    const offered = (await admin.call('OPTIONS', path)).headers.get('allow') ?? ''
    for (const method of ['GET', 'HEAD'].filter(method => offered.includes(method)))
      for (const headers of [
        { 'sec-fetch-site': 'cross-site' },
        { 'sec-fetch-site': 'same-site' },
        { 'sec-fetch-site': undefined, origin: 'https://evil.example' },
      ])
        expect((await admin.call(method, path, { headers })).status).toBe(403)
    expect(await desk.service.journal()).toEqual([])
  })
})

describe('a sign-in', () => {
  const read = (desk: Desk, cookie: string) =>
    desk
      .visitor()
      .json('GET', '/api/v1/projects', { headers: { cookie: `__Host-portrait-desk.session=${cookie}` } })
  const secret = async () => (await import('#lib/session/secrets.ts')).getNextAuthSecret()

  test('a sign-in by an older browser counts with its Origin', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const headers = { 'sec-fetch-site': undefined, origin: DESK_ORIGIN }
    const answer = await editor.json('PATCH', '/api/v1/employees/1001', { body: { locale: 'de' }, headers })
    expect(answer.status).toBe(200)
  })

  test('a sign-in of a removed account is over with the next request', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    expect((await editor.json('GET', '/api/v1/projects')).status).toBe(200)
    const { getSqlite } = await import('#lib/store/database.ts')
    getSqlite().prepare('DELETE FROM accounts WHERE id = ?').run(editor.id)
    expect(await editor.json('GET', '/api/v1/projects')).toMatchObject({
      status: 401,
      body: { code: 'signed_out' },
    })
  })

  test('a sign-in has the current role of the account, not the earlier one', async () => {
    const desk = startDesk()
    const editor = await desk.signIn('editor')
    const { getSqlite } = await import('#lib/store/database.ts')
    getSqlite().prepare("UPDATE accounts SET role = 'viewer' WHERE id = ?").run(editor.id)
    const answer = await editor.json('DELETE', '/api/v1/employees/1001')
    expect(answer).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  })

  test.each(['', 'nonsense', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJwcmFjdGljZSJ9.'])(
    'a made-up sign-in (%j) does not count',
    async cookie => {
      expect((await read(startDesk(), cookie)).status).toBe(401)
    },
  )

  test('a sign-in that has ended, has another secret or names no account does not count', async () => {
    const desk = startDesk()
    const { id } = await desk.signIn()
    const { startSession } = await import('#lib/session/sessions/registry.ts')
    const { sid } = await startSession(id, { method: 'password', client: '' })
    const { id: other } = await desk.signIn()
    const cookies = await Promise.all([
      encode({ token: { sub: id, sid }, secret: await secret(), maxAge: -60 }),
      encode({ token: { sub: id, sid }, secret: APP_SECRET, maxAge: 3600 }),
      encode({ token: { sub: other, sid }, secret: await secret(), maxAge: 3600 }),
      encode({ token: { sub: 'practice', sid }, secret: await secret(), maxAge: 3600 }),
      encode({ token: { sub: id }, secret: await secret(), maxAge: 3600 }),
      encode({ token: { sub: id, sid: 'unknown' }, secret: await secret(), maxAge: 3600 }),
      encode({ token: {}, secret: await secret(), maxAge: 3600 }),
    ])
    for (const cookie of cookies) expect((await read(desk, cookie)).status).toBe(401)
    expect(
      (await read(desk, await encode({ token: { sub: id, sid }, secret: await secret(), maxAge: 3600 })))
        .status,
    ).toBe(200)
  })
})

describe('a body', () => {
  const patch = async (body: string, headers = {}) =>
    (await startDesk().signIn()).json('PATCH', '/api/v1/employees/1001', { body, headers })

  test.each(['', '{', 'null', '[]', '"text"', '7'])('a body of %j is never a crash', async body => {
    const { status, body: answer } = await patch(body)
    expect([400, 422]).toContain(status)
    expect(['invalid_json', 'invalid']).toContain(answer.code)
  })

  test('a body that is not JSON is 400, and in the mirror 422 as at the service', async () => {
    const own = async (body: string, headers = {}) =>
      (await startDesk().signIn()).json('PATCH', '/api/employees/1001', { body, headers })
    const sent = [['{'], ['{}', { 'content-type': 'text/plain' }]] as const
    for (const [body, headers] of sent) {
      expect(await own(body, headers)).toMatchObject({ status: 400, body: { code: 'invalid_json' } })
      expect(await patch(body, headers)).toMatchObject({
        status: 422,
        body: { errors: { body: [expect.any(String)] } },
      })
    }
  })

  test('a body of more than 1 MiB is 413', async () => {
    const answer = await patch(JSON.stringify({ first_name: 'x'.repeat(1024 * 1024) }))
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large' } })
  })
})

test('an unexpected error logs its place, and shows its text to nobody', async () => {
  const desk = startDesk()
  const admin = await desk.signIn('admin')
  const { getSqlite } = await import('#lib/store/database.ts')
  getSqlite().exec('DROP TABLE one_time_tokens')
  const body = { email: 'ben@example.com', role: 'viewer' }
  expect(await admin.json('POST', '/api/accounts', { body })).toMatchObject({
    status: 500,
    body: { code: 'internal' },
  })
  expect(desk.output).toHaveLength(1)
  const line = JSON.parse(desk.output[0] ?? '')
  expect(line).toMatchObject({ level: 'error', event: 'handler_failed', path: '/api/accounts' })
  expect(line.error).toBe('Error ERR_SQLITE_ERROR 1')
  expect(line.at).toMatch(
    /^lib\/store\/sqlite\.ts:\d+ < lib\/store\/table\.ts:\d+ < lib\/store\/token-store\.ts:\d+/,
  )
  expect(desk.output[0]).not.toContain('no such table')
})
