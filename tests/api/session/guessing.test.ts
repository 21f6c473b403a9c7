import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { addAccount, copyOf, PASSWORD, SIGN_IN, signedIn, signInWith } from '#tests/support/accounts.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { APP_SECRET } from '#tests/support/desk-env.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const hash = vi.hoisted(() => ({ mayBegin: Promise.resolve() }))
/** A test may delay the check of a password. */
vi.mock('node:crypto', async importOriginal => {
  const original = await importOriginal<typeof import('node:crypto')>()
  type Scrypt = typeof original.scrypt
  const scrypt = (...[password, salt, bytes, options, then]: Parameters<Scrypt>) =>
    void hash.mayBegin.then(() => original.scrypt(password, salt, bytes, options, then))
  return { ...original, scrypt }
})

const DEVICE = '__Host-portrait-desk.known-device'
const SESSION = '__Host-portrait-desk.session'
const ANNA = 'anna@example.com'
const OFFICE = '192.0.2.1'
const DAY_MS = 24 * 60 * 60_000
const from = (address: string) => ({ 'x-desk-address': address })

type Try = { email?: string; password?: string; address?: string }

/** Signs in, by default from a browser that has never been here, and returns the answer. */
async function tryAs(
  visitor: Person,
  { email = ANNA, password = PASSWORD, address = OFFICE }: Try = {},
): Promise<number> {
  return (await signInWith(visitor, { email, password, headers: from(address) })).status
}

/** The browser of a person who has signed in with it before and is signed out now. */
async function knownDevice(desk: Desk, email = ANNA, password = PASSWORD): Promise<Person> {
  const person = await signedIn(desk, email, password)
  person.cookies.delete(SESSION)
  return person
}

/** Uses up the tries of unknown browsers at this account; the last answer must be a refusal. */
async function shutOutStrangers(desk: Desk, email = ANNA): Promise<void> {
  for (let tried = 0; tried < 5; tried++)
    expect(await tryAs(desk.visitor(), { email, password: 'wrong', address: `10.0.0.${tried}` })).toBe(401)
  expect(await tryAs(desk.visitor(), { email, address: '10.0.1.1' })).toBe(429)
}

describe('a computer with an earlier sign-in', () => {
  test.each([5, 50])(
    'a known computer signs in at once after %i wrong passwords of a stranger',
    async times => {
      stopClock()
      const desk = startDesk()
      await addAccount()
      const anna = await knownDevice(desk)
      for (let tried = 0; tried < times; tried++)
        await tryAs(desk.visitor(), { password: `wrong ${tried}`, address: `10.0.${tried}.1` })
      expect(await tryAs(desk.visitor())).toBe(429)
      expect(await tryAs(anna)).toBe(200)
    },
  )

  test('a known computer signs in despite wrong tries of its office; a new one waits as told', async () => {
    stopClock()
    const desk = startDesk()
    for (const email of [ANNA, 'ben@example.com']) await addAccount({ email })
    const anna = await knownDevice(desk)
    for (let tried = 0; tried < 30; tried++)
      await tryAs(desk.visitor(), { email: `nobody-${tried}@example.com`, password: 'wrong' })
    expect(await tryAs(anna)).toBe(200)
    const ben = desk.visitor()
    const held = await signInWith(ben, { email: 'ben@example.com', headers: from(OFFICE) })
    expect(held.status).toBe(429)
    expect(await held.json()).toMatchObject({ code: 'sign_in_throttled' })
    const seconds = Number(held.headers.get('retry-after'))
    expect(seconds).toBeLessThanOrEqual(10)
    await passMs(seconds * 1000)
    expect(await tryAs(ben, { email: 'ben@example.com' })).toBe(200)
  })

  test('a known computer has tries of its own, and no more than a stranger when they are spent', async () => {
    stopClock()
    const desk = startDesk()
    await addAccount()
    const anna = await knownDevice(desk)
    const statuses: number[] = []
    for (let tried = 0; tried < 20; tried++) statuses.push(await tryAs(anna, { password: 'wrong' }))
    expect(statuses).toEqual([...Array(15).fill(401), ...Array(5).fill(429)])
    await passMs(DAY_MS)
    expect(await tryAs(anna)).toBe(200)
  })

  test('a computer is known for each colleague who shares it, also when they have signed out', async () => {
    stopClock()
    const desk = startDesk()
    for (const email of [ANNA, 'ben@example.com']) await addAccount({ email })
    const shared = await signedIn(desk)
    await shared.call('DELETE', '/api/session')
    expect(await tryAs(shared, { email: 'ben@example.com' })).toBe(200)
    await shared.call('DELETE', '/api/session')
    await shutOutStrangers(desk)
    await shutOutStrangers(desk, 'ben@example.com')
    expect(await tryAs(shared)).toBe(200)
    expect(await tryAs(shared, { email: 'ben@example.com' })).toBe(200)
  })

  test('a computer is known after it took up an invitation or set a new password', async () => {
    stopClock()
    const desk = startDesk()
    const { id } = await addAccount({ status: 'invited', password_hash: null })
    const { createLink } = await import('#lib/session/accounts/invitations.ts')
    const token = new URL((await createLink(id)).url).hash.slice(1)
    const anna = desk.visitor()
    expect((await anna.json('POST', '/api/invitation', { body: { token, password: PASSWORD } })).status).toBe(
      200,
    )
    await shutOutStrangers(desk)
    expect(await tryAs(anna)).toBe(200)
    const body = { current: PASSWORD, password: 'another password of hers 🐝' }
    expect((await anna.json('PUT', '/api/account/password', { body })).status).toBe(204)
    expect(await tryAs(desk.visitor(), body)).toBe(429)
    expect(await tryAs(anna, body)).toBe(200)
  })
})

test('a known computer does not wait for strangers who fill the queue', async () => {
  stopClock()
  const desk = startDesk()
  await addAccount()
  const anna = await knownDevice(desk)
  const { promise, resolve } = Promise.withResolvers<void>()
  hash.mayBegin = promise
  onTestFinished(() => resolve())
  let refused = 0
  const strangers = Array.from({ length: 40 }, async (_, at) => {
    const email = `nobody-${at}@example.com`
    const status = await tryAs(desk.visitor(), { email, password: 'wrong', address: `10.0.${at}.1` })
    if (status === 429) refused++
    return status
  })
  await until('the queue of strangers is full', () => refused === 8)
  const { getSqlite } = await import('#lib/store/database.ts')
  const counting = getSqlite().prepare('SELECT count(*) AS n FROM throttle WHERE full_at > ?')
  const countRows = () => Number(counting.get(Date.now())?.n)
  const before = countRows()
  const known = tryAs(anna)
  await until('her try is counted', () => countRows() === before + 1)
  resolve()
  expect(await known).toBe(200)
  expect((await Promise.all(strangers)).filter(status => status === 401)).toHaveLength(32)
})

describe('the cookie of a known computer', () => {
  /** True when a browser with this cookie can sign in although strangers have used up the account's tries. */
  async function isKnown(desk: Desk, cookie: string, email = ANNA, password = PASSWORD): Promise<boolean> {
    const visitor = desk.visitor()
    visitor.cookies.set(DEVICE, cookie)
    return (await tryAs(visitor, { email, password })) === 200
  }

  const ofAnna = async (desk: Desk) => (await knownDevice(desk)).cookies.get(DEVICE) ?? ''

  test('the device cookie signs nobody in, needs TLS, and holds random bytes, a time and a seal', async () => {
    const desk = startDesk()
    await addAccount()
    const [cookie] = (await signInWith(desk.visitor())).headers
      .getSetCookie()
      .filter(header => header.startsWith(`${DEVICE}=`))
    expect(cookie).toMatch(/=[\w-]{22}\.\d{10}\.[\w-]{43}; /)
    for (const attribute of ['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax', 'Max-Age=15552000'])
      expect(cookie?.split('; ')).toContain(attribute)
    const visitor = desk.visitor()
    visitor.cookies.set(DEVICE, /=([^;]+)/.exec(cookie ?? '')?.[1] ?? '')
    expect((await visitor.call('GET', '/api/budget')).status).toBe(401)
    expect(await tryAs(visitor, { password: 'wrong' })).toBe(401)
  })

  test('a device cookie of one account is worth nothing for another', async () => {
    stopClock()
    const desk = startDesk()
    for (const email of [ANNA, 'ben@example.com']) await addAccount({ email })
    const cookie = await ofAnna(desk)
    await shutOutStrangers(desk, 'ben@example.com')
    expect(await isKnown(desk, cookie, 'ben@example.com')).toBe(false)
  })

  test('a device cookie does not count when it is forged, truncated or changed', async () => {
    stopClock()
    const desk = startDesk()
    await addAccount()
    const cookie = await ofAnna(desk)
    const [nonce = '', until = '', seal = ''] = cookie.split('.')
    await shutOutStrangers(desk)
    for (const forged of [
      '',
      'x',
      cookie.slice(0, -1),
      cookie.slice(1),
      `${cookie}x`,
      `${nonce}.${Number(until) + 1}.${seal}`,
      `${'A'.repeat(22)}.${until}.${seal}`,
      `${nonce}.${until}.${'A'.repeat(43)}`,
      `${nonce}.${until}.`,
      `${'x~'.repeat(1_000)}${cookie}`,
    ])
      expect(await isKnown(desk, forged), forged).toBe(false)
    expect(await isKnown(desk, `${'A'.repeat(22)}.${until}.${seal}~${cookie}`)).toBe(true)
  })

  test('a device cookie does not count after half a year without a sign-in', async () => {
    stopClock()
    const desk = startDesk()
    await addAccount()
    const cookie = await ofAnna(desk)
    await passMs(180 * DAY_MS - 1_000)
    await shutOutStrangers(desk)
    expect(await isKnown(desk, cookie)).toBe(true)
    await passMs(1_000)
    expect(await isKnown(desk, cookie)).toBe(false)
  })

  test('a device cookie does not count after the password was changed, by whoever', async () => {
    stopClock()
    const desk = startDesk()
    const { id } = await addAccount()
    const cookie = await ofAnna(desk)
    const anna = await signedIn(desk)
    const password = 'another password of hers 🐝'
    const body = { current: PASSWORD, password }
    expect((await anna.json('PUT', '/api/account/password', { body })).status).toBe(204)
    const own = anna.cookies.get(DEVICE) ?? ''
    await shutOutStrangers(desk)
    expect(await isKnown(desk, cookie, ANNA, password)).toBe(false)
    expect(await isKnown(desk, own, ANNA, password)).toBe(true)
    const { createLink } = await import('#lib/session/accounts/invitations.ts')
    const token = new URL((await createLink(id)).url).hash.slice(1)
    expect(
      (await desk.visitor().json('POST', '/api/invitation', { body: { token, password: PASSWORD } })).status,
    ).toBe(200)
    expect(await isKnown(desk, own)).toBe(false)
  })

  test('a device cookie does not count for a disabled account or for a new one', async () => {
    stopClock()
    const desk = startDesk()
    const { id, ...same } = await addAccount()
    const cookie = await ofAnna(desk)
    const { getAccountStore } = await import('#lib/store/account-store.ts')
    await addAccount({ email: 'admin@example.com' })
    await getAccountStore().update(id, { status: 'disabled' })
    await shutOutStrangers(desk)
    const visitor = desk.visitor()
    visitor.cookies.set(DEVICE, cookie)
    expect(await tryAs(visitor)).toBe(429)
    await getAccountStore().remove(id)
    await addAccount({ ...same })
    expect(await isKnown(desk, cookie)).toBe(false)
  })

  test('a device cookie outlives a restart, and a replaced secret while that is configured', async () => {
    stopClock()
    const desk = startDesk()
    await addAccount()
    const cookie = await ofAnna(desk)
    await shutOutStrangers(desk)
    restart({ APP_SECRET: `${APP_SECRET}!`, APP_SECRET_PREVIOUS: APP_SECRET })
    expect(await tryAs(desk.visitor())).toBe(429)
    expect(await isKnown(desk, cookie)).toBe(true)
    restart({ APP_SECRET_PREVIOUS: `${APP_SECRET}?` })
    expect(await isKnown(desk, cookie)).toBe(false)
  })

  test('a device cookie is renewed at each sign-in, and holds no more than five accounts', async () => {
    const desk = startDesk()
    const emails = Array.from({ length: 7 }, (_, index) => `colleague-${index}@example.com`)
    for (const email of emails) await addAccount({ email })
    const shared = desk.visitor()
    const cookies: string[] = []
    for (const email of [...emails, 'colleague-6@example.com']) {
      expect(await tryAs(shared, { email })).toBe(200)
      cookies.push(shared.cookies.get(DEVICE) ?? '')
    }
    expect(cookies.map(cookie => cookie.split('~').length)).toEqual([1, 2, 3, 4, 5, 5, 5, 5])
    expect(cookies.at(-1)?.split('~').slice(1)).toEqual(cookies.at(-2)?.split('~').slice(1))
    expect(cookies.at(-1)).not.toBe(cookies.at(-2))
  })
})

describe('password guessing', () => {
  test('a guesser cannot tell from the limit of tries whether an account exists', async () => {
    stopClock()
    const desk = startDesk()
    await addAccount()
    const answersFor = async (email: string, network: string) => {
      const answers: unknown[] = []
      for (let tried = 0; tried < 8; tried++) {
        const answer = await signInWith(desk.visitor(), {
          email,
          password: 'wrong',
          headers: from(`${network}.${tried}`),
        })
        const { requestId: _, ...body } = await answer.json()
        answers.push([answer.status, answer.headers.get('retry-after'), [...answer.headers.keys()], body])
      }
      return answers
    }
    expect(await answersFor('nobody@example.com', '10.1.0')).toEqual(await answersFor(ANNA, '10.2.0'))
  })

  test('a guesser with 200 accounts and addresses gets a try in 2 s; known computers do not wait', async () => {
    stopClock()
    const desk = startDesk()
    for (const email of [ANNA, 'ben@example.com']) await addAccount({ email })
    const anna = await knownDevice(desk)
    const spray = async (round: number) => {
      const statuses: number[] = []
      for (let at = 0; at < 200; at++)
        statuses.push(
          await tryAs(desk.visitor(), {
            email: `user-${round}-${at}@example.com`,
            password: 'Winter2026!Winter2026!',
            address: `10.${round}.${at}.1`,
          }),
        )
      return statuses.filter(status => status === 401).length
    }
    expect(await spray(1)).toBe(100)
    expect(await tryAs(anna)).toBe(200)
    expect(await tryAs(desk.visitor(), { email: 'ben@example.com' })).toBe(429)
    await passMs(60_000)
    expect(await spray(2)).toBe(30)
    await passMs(2_000)
    expect(await tryAs(desk.visitor(), { email: 'ben@example.com' })).toBe(200)
  })

  test('a hundred simultaneous guesses get no more tries than consecutive ones', async () => {
    stopClock()
    const desk = startDesk()
    await addAccount()
    const visitor = desk.visitor()
    const { csrfToken } = await (await visitor.call('GET', '/api/auth/csrf')).json()
    const answers = await Promise.all(
      Array.from({ length: 100 }, (_, at) =>
        copyOf(desk, visitor).call('POST', SIGN_IN, {
          body: { email: ANNA, password: `wrong ${at}`, csrfToken },
          headers: from(`10.0.${at}.1`),
        }),
      ),
    )
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter(status => status === 401)).toHaveLength(5)
    expect(statuses.filter(status => status === 429)).toHaveLength(95)
  })

  test('guesses at sign-ins do not block links, and guesses at links do not block sign-ins', async () => {
    stopClock()
    const desk = startDesk()
    await addAccount()
    const { id } = await addAccount({ email: 'ben@example.com', status: 'invited', password_hash: null })
    for (let tried = 0; tried < 30; tried++)
      await tryAs(desk.visitor(), { email: `nobody-${tried}@example.com`, password: 'wrong' })
    const { createLink } = await import('#lib/session/accounts/invitations.ts')
    const token = new URL((await createLink(id)).url).hash.slice(1)
    const takeUp = (token: string, address: string) =>
      desk.visitor().json('POST', '/api/invitation', {
        body: { token, password: PASSWORD },
        headers: from(address),
      })
    const ask = (token: string, address: string) =>
      desk.visitor().json('POST', '/api/invitation/account', { body: { token }, headers: from(address) })
    // The owner of a link may be read any number of times, which uses up no try.
    for (let asked = 0; asked < 30; asked++)
      expect(await ask(token, OFFICE)).toMatchObject({
        ...{ status: 200, body: { data: { email: 'ben@example.com' } } },
      })
    expect((await takeUp(token, OFFICE)).status).toBe(200)
    expect(await ask(token, OFFICE)).toMatchObject({ status: 410, body: { code: 'token_invalid' } })
    const guesses = []
    for (let tried = 0; tried < 15; tried++) {
      guesses.push((await takeUp(`guess-${tried}`, '10.0.0.1')).status)
      guesses.push((await ask(`guess-${tried}`, '10.0.0.1')).status)
    }
    expect(guesses).toEqual([...Array(20).fill(410), ...Array(10).fill(429)])
    expect(await tryAs(desk.visitor(), { address: '10.0.0.1' })).toBe(200)
  })

  test('a guesser keeps no signed-in person from changing the password', async () => {
    stopClock()
    const desk = startDesk()
    await addAccount()
    const anna = await signedIn(desk)
    await shutOutStrangers(desk)
    const body = { current: PASSWORD, password: 'another password of hers 🐝' }
    expect((await anna.json('PUT', '/api/account/password', { body })).status).toBe(204)
  })
})
