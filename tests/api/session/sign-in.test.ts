import fc from 'fast-check'
import { decode } from 'next-auth/jwt'
import { describe, expect, test, vi } from 'vitest'
import { addAccount, copyOf, PASSWORD, SIGN_IN, signedIn, signInWith } from '#tests/support/accounts.ts'
import { startDesk } from '#tests/support/desk.ts'
import { DESK_ORIGIN } from '#tests/support/desk-env.ts'
import { runs } from '#tests/support/night.ts'
import { restart } from '#tests/support/restart.ts'

const COOKIE = '__Host-portrait-desk.session'
const from = (address: string) => ({ 'x-desk-address': address })
const movingClock = () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  return (ms: number) => void vi.setSystemTime(Date.now() + ms)
}

describe('the right e-mail and password', () => {
  test('a sign-in sets a cookie that names an account and a session alone, and ends with it', async () => {
    const desk = startDesk()
    const { id } = await addAccount()
    const anna = await signedIn(desk)
    expect((await anna.json('GET', '/api/v1/projects')).status).toBe(200)
    const { getNextAuthSecret } = await import('#lib/session/secrets.ts')
    const token = await decode({ token: anna.cookies.get(COOKIE), secret: getNextAuthSecret() })
    expect(Object.keys(token ?? {}).sort()).toEqual(['exp', 'iat', 'jti', 'sid', 'sub'])
    expect(token).toMatchObject({ sub: id, sid: expect.stringMatching(/^[\w-]{43}$/) })
    expect(Number(token?.exp) - Number(token?.iat)).toBe(8 * 60 * 60)
    const cookies = [...anna.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect(cookies.length).toBeLessThan(8 * 1024)
  }) // A2, A16

  test('a session cookie is hidden from scripts and plain http, and not sent with foreign forms', async () => {
    const desk = startDesk()
    await addAccount()
    const [cookie] = (await signInWith(desk.visitor())).headers
      .getSetCookie()
      .filter(header => header.startsWith(`${COOKIE}=`))
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax'])
      expect(cookie?.split('; ')).toContain(attribute)
    expect(cookie).not.toMatch(/domain/i)
  })

  test('a sign-in begins a new session: an earlier cookie is dropped, and its session ends', async () => {
    const desk = startDesk()
    await addAccount()
    const first = await signedIn(desk)
    const stolen = copyOf(desk, first)
    expect((await signInWith(first)).status).toBe(200)
    expect(first.cookies.get(COOKIE)).not.toBe(stolen.cookies.get(COOKIE))
    expect((await first.json('GET', '/api/connection')).status).toBe(200)
    expect((await stolen.json('GET', '/api/connection')).status).toBe(401)
    const planted = desk.visitor()
    planted.cookies.set(COOKIE, 'planted')
    await signInWith(planted)
    expect(planted.cookies.get(COOKIE)).not.toBe('planted')
  }) // A6

  test('a sign-in needs the page that asked for it', async () => {
    const desk = startDesk()
    await addAccount()
    const input = { email: 'anna@example.com', password: PASSWORD }
    const visitor = desk.visitor()
    expect(await visitor.json('POST', SIGN_IN, { body: input })).toMatchObject({
      status: 403,
      body: { code: 'foreign_origin' },
    })
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { 'x-csrf': undefined }])
      expect((await signInWith(desk.visitor(), { headers })).status).toBe(403)
    expect(visitor.cookies.has(COOKIE)).toBe(false)
  })
})

describe('the hidden existence of accounts', () => {
  test.each([
    ['nobody has', null],
    ['was disabled', { status: 'disabled' as const }],
    ['was only invited', { status: 'invited' as const, password_hash: null }],
    ['signs in elsewhere', { issuer: 'https://id.example.com', subject: 'x', password_hash: null }],
  ])('an account that %s answers like a wrong password', async (_, account) => {
    const desk = startDesk()
    await addAccount({ email: 'known@example.com' })
    if (account) await addAccount({ email: 'x@example.com', ...account })
    const wrong = await signInWith(desk.visitor(), { email: 'known@example.com', password: 'wrong' })
    const answer = await signInWith(desk.visitor(), { email: 'x@example.com' })
    expect([answer.status, wrong.status]).toEqual([401, 401])
    const strip = async (answer: Response) => ({ ...(await answer.json()), requestId: '' })
    expect(await strip(answer)).toEqual(await strip(wrong))
    expect([...answer.headers.keys()]).toEqual([...wrong.headers.keys()])
  }) // A8

  test('default names and passwords of other products open nothing on a new desk', async () => {
    const desk = startDesk()
    for (const [email, password] of [
      ['admin', 'admin'],
      ['hr@example.com', 'practice'],
    ])
      expect((await signInWith(desk.visitor(), { email, password })).status).toBe(401)
  }) // A11
})

describe('password guessing', () => {
  test('a sixth try after five wrong passwords waits, also after a restart, but not for good', async () => {
    const desk = startDesk()
    await addAccount()
    const pass = movingClock()
    const statuses: number[] = []
    for (let attempt = 0; attempt < 30; attempt++)
      statuses.push(
        (await signInWith(desk.visitor(), { password: 'wrong', headers: from(`10.0.0.${attempt}`) })).status,
      )
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(25).fill(429)])
    const refused = await signInWith(desk.visitor())
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('30')
    expect(await refused.json()).toMatchObject({ code: 'sign_in_throttled' })
    restart()
    expect((await signInWith(desk.visitor())).status).toBe(429)
    pass(30_001)
    expect((await signInWith(desk.visitor())).status).toBe(200)
    expect((await signInWith(desk.visitor(), { password: 'wrong' })).status).toBe(401)
  }) // A7

  test('simultaneous guesses get no further than consecutive ones', async () => {
    const desk = startDesk()
    await addAccount()
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => signInWith(desk.visitor(), { password: 'wrong' })),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 401)).toHaveLength(5)
    expect(statuses.filter(status => status === 429)).toHaveLength(7)
  })
})

describe("next-auth's other addresses", () => {
  test.each([
    ['GET', 'signin'],
    ['GET', 'signout'],
    ['POST', 'signout'],
    ['GET', 'error'],
    ['GET', 'verify-request'],
    ['GET', 'providers'],
    ['POST', '_log'],
    ['POST', 'session'],
    ['POST', 'signin/credentials'],
    ['GET', 'callback/credentials'],
    ['HEAD', 'csrf'],
  ])('the address %s /api/auth/%s does not exist', async (method, path) => {
    const desk = startDesk()
    const answer = await desk
      .visitor()
      .call(method, `/api/auth/${path}`, method === 'POST' ? { body: {} } : {})
    expect(answer.status).toBe(404)
  })

  test('a body of more than 1 MiB is refused before it is read to its end', async () => {
    const body = { email: 'x', password: 'x'.repeat(1024 * 1024) }
    expect((await startDesk().visitor().call('POST', SIGN_IN, { body })).status).toBe(413)
  })
})

test('next-auth redirects nobody away from the desk, whatever the address is', async () => {
  startDesk()
  const { getAuthOptions } = await import('#lib/session/next-auth/options.ts')
  const redirect = getAuthOptions().callbacks?.redirect
  const own = async (url: string) => {
    const target = await redirect?.({ url, baseUrl: DESK_ORIGIN })
    expect(new URL(target ?? '', DESK_ORIGIN).origin).toBe(DESK_ORIGIN)
    return target
  }
  const nasty = fc.constantFrom(
    '/',
    '//',
    '\\',
    '@',
    ':',
    'https:',
    'evil.example',
    '%2f',
    '\t',
    '\n',
    '.',
    '..',
    'javascript:',
  )
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.oneof(nasty, fc.string({ maxLength: 5 }))),
      async parts => void (await own(parts.join(''))),
    ),
    runs(2_000),
  )
  await fc.assert(fc.asyncProperty(fc.webUrl(), async url => void (await own(url))))
  expect(await own('/projects/7?search=x')).toBe(`${DESK_ORIGIN}/projects/7?search=x`)
  for (const url of [
    '//evil.example',
    '/\\evil.example',
    'https:evil.example',
    `${DESK_ORIGIN}.evil.example`,
    '/.//evil.example',
    `${DESK_ORIGIN}//evil.example`,
    `${DESK_ORIGIN}/.//evil.example`,
    `${DESK_ORIGIN}@evil.example/`,
    'http://desk.invalid/projects',
  ])
    expect(await own(url)).toBe(DESK_ORIGIN)
}) // A14

test('the log has failures and pauses, but not every attempt inside a pause', async () => {
  const desk = startDesk()
  await addAccount()
  for (let attempt = 0; attempt < 9; attempt++) await signInWith(desk.visitor(), { password: 'wrong' })
  const { getSqlite } = await import('#lib/store/database.ts')
  const actions = getSqlite()
    .prepare('SELECT action FROM activity ORDER BY id')
    .all()
    .map(({ action }) => action)
  expect(actions).toEqual([...Array(4).fill('sign_in_failed'), 'sign_in_throttled'])
})

test('no answer, log line or file of the desk holds the password', async () => {
  const desk = startDesk()
  await addAccount()
  const anna = await signedIn(desk)
  const wrong = await signInWith(desk.visitor(), { email: PASSWORD, password: PASSWORD })
  const { readdirSync, readFileSync, statSync } = await import('node:fs')
  const { join } = await import('node:path')
  const files = readdirSync(desk.dataDir, { recursive: true, encoding: 'utf8' }).map(name =>
    join(desk.dataDir, name),
  )
  const contents = files.filter(path => statSync(path).isFile()).map(path => readFileSync(path, 'utf8'))
  for (const text of [await wrong.text(), ...desk.output, ...contents, ...anna.cookies.values()])
    expect(text).not.toContain('canary')
  expect(contents.length).toBeGreaterThan(0)
})

test('a desk that cannot read its sessions lets nobody in, and deletes no cookie', async () => {
  const desk = startDesk()
  await addAccount()
  const anna = await signedIn(desk)
  const before = anna.cookies.get(COOKIE)
  const { getSqlite } = await import('#lib/store/database.ts')
  getSqlite().exec('ALTER TABLE sessions RENAME TO gone')
  for (const path of ['/api/v1/projects', '/api/auth/session', '/api/sessions'])
    expect(await anna.json('GET', path)).toMatchObject({ status: 503, body: { code: 'unavailable' } })
  expect(anna.cookies.get(COOKIE)).toBe(before)
  expect(await desk.service.journal()).toEqual([])
  getSqlite().exec('ALTER TABLE gone RENAME TO sessions')
  expect((await anna.json('GET', '/api/v1/projects')).status).toBe(200)
}) // H3
