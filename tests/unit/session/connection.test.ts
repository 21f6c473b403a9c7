import { sealData } from 'iron-session'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Session } from '#lib/session/sessions/read-session.ts'
import { APP_SECRET, applySettings, DESK_ORIGIN, PRACTICE_SETTINGS } from '#tests/support/desk-env.ts'

const KEY = 'pk_canary_"\\/0123456789'
const ANNA: Session = { user: { id: 'anna', email: 'anna@example.com', role: 'admin' }, sid: 'one' }
const BEN: Session = { user: { id: 'ben', email: 'ben@example.com', role: 'admin' }, sid: 'two' }
const COOKIE = '__Host-portrait-desk.connection'
const HOURS_MS = 60 * 60_000
/** The SHA-256 of `one`. */
const ONE = '7692c3ad3540bb803c020b3aee66cd8887123234ea0c6e7143c0add73ff431ed'

beforeEach(() => void applySettings())

/** Saves this key, and returns the cookie of the answer with its attributes. */
async function save(session: Session, key = KEY): Promise<{ header: string; value: string }> {
  const { savePersonalKey } = await import('#lib/session/connection/personal-key.ts')
  const response = new Response(null)
  await savePersonalKey({ request: new Request(DESK_ORIGIN), response }, session, key)
  const header = response.headers.get('set-cookie') ?? ''
  return { header, value: decodeURIComponent(header.split(';')[0]?.split('=').slice(1).join('=') ?? '') }
}

async function isConnected(session: Session, value: string): Promise<boolean> {
  const { getConnection } = await import('#lib/session/connection/connection.ts')
  return (await getConnection(session, name => (name === COOKIE ? value : undefined))).connected
}

beforeEach(() => void vi.spyOn(console, 'log').mockImplementation(() => {}))

describe('the sealed key', () => {
  test('the sealed key connects the person who entered it', async () => {
    expect(await isConnected(ANNA, (await save(ANNA)).value)).toBe(true)
  })

  test('the sealed key is worthless with the sign-in of another person', async () => {
    expect(await isConnected(BEN, (await save(ANNA)).value)).toBe(false)
  })

  test('the sealed key is worthless for another person even in a session of that name', async () => {
    expect(await isConnected({ ...BEN, sid: ANNA.sid }, (await save(ANNA)).value)).toBe(false)
  })

  test('the sealed key is worthless in another session of the same person', async () => {
    expect(await isConnected({ ...ANNA, sid: 'three' }, (await save(ANNA)).value)).toBe(false)
  })

  test('a key of the greatest length fits into a cookie', async () => {
    const { value, header } = await save(ANNA, 'k'.repeat(512))
    expect(header.length).toBeLessThan(4096)
    expect(await isConnected(ANNA, value)).toBe(true)
  })

  test('the sealed key expires earlier when the operator shortens sessions', async () => {
    const { value } = await save(ANNA)
    applySettings({ SESSION_HOURS: '1' })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1.1 * HOURS_MS })
    expect(await isConnected(ANNA, value)).toBe(false)
    vi.useRealTimers()
  })

  test('the sealed key cannot be read in clear, in base64 or in hex', async () => {
    const { header, value } = await save(ANNA)
    for (const text of [header, value, Buffer.from(value, 'base64').toString('latin1')])
      for (const form of [
        KEY,
        encodeURIComponent(KEY),
        Buffer.from(KEY).toString('base64'),
        Buffer.from(KEY).toString('base64url'),
        Buffer.from(KEY).toString('hex'),
      ])
        expect(text).not.toContain(form)
  })

  test('the sealed key is a cookie that scripts, other sites and plain http never see', async () => {
    const { header } = await save(ANNA)
    expect(header).toMatch(new RegExp(`^${COOKIE}=`))
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'])
      expect(header.toLowerCase()).toContain(attribute.toLowerCase())
    expect(header.toLowerCase()).not.toContain('domain')
  })

  test('the sealed key counts for eight hours, even if the cookie never expires', async () => {
    const { value } = await save(ANNA)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7.9 * HOURS_MS })
    expect(await isConnected(ANNA, value)).toBe(true)
    vi.setSystemTime(Date.now() + 0.2 * HOURS_MS)
    expect(await isConnected(ANNA, value)).toBe(false)
    vi.useRealTimers()
  })

  test('a cookie changed anywhere is not accepted', async () => {
    const { value } = await save(ANNA)
    // The last two characters are iron-session's version, which it does not read.
    for (let at = 0; at < value.length - 2; at += 17) {
      // The last character of base64 may have two unused bits: A to D are equal there.
      const other = 'ABCD'.includes(value[at] ?? '') ? 'Q' : 'A'
      expect(await isConnected(ANNA, value.slice(0, at) + other + value.slice(at + 1))).toBe(false)
    }
    expect(await isConnected(ANNA, value.slice(0, -5))).toBe(false)
  })

  test.each([
    ['no user', { sessionId: 'x', key: KEY, sealedAt: Date.now() }],
    ['no session', { userId: 'anna', key: KEY, sealedAt: Date.now() }],
    ['no age', { userId: 'anna', sessionId: ONE, key: KEY }],
    ['too great an age', { userId: 'anna', sessionId: ONE, key: KEY, sealedAt: 1 }],
    ['no key', { userId: 'anna', sessionId: ONE, sealedAt: Date.now() }],
    ['an empty key', { userId: 'anna', sessionId: ONE, key: '', sealedAt: Date.now() }],
  ])('a cookie with %s is not accepted, however well it is sealed', async (_, content) => {
    const { getSealPasswords } = await import('#lib/session/secrets.ts')
    const value = await sealData(content, { password: getSealPasswords('person').current })
    expect(await isConnected(ANNA, value)).toBe(false)
  })

  test('a complete cookie is accepted, so the refused cases fail for their reason', async () => {
    const { getSealPasswords } = await import('#lib/session/secrets.ts')
    const content = { userId: 'anna', sessionId: ONE, key: KEY, sealedAt: Date.now() }
    const value = await sealData(content, { password: getSealPasswords('person').current })
    expect(await isConnected(ANNA, value)).toBe(true)
  })

  test.each(['nonsense', 'Fe26.2*1*x*x*x*x*x*x~2'])(
    'a value that is not a cookie (%j) is not an error',
    async value => {
      expect(await isConnected(ANNA, value)).toBe(false)
    },
  )

  test('the sealed key is removed by an empty cookie that has expired', async () => {
    const { removePersonalKey } = await import('#lib/session/connection/personal-key.ts')
    const answer = new Response(null)
    await removePersonalKey(new Request(DESK_ORIGIN, { headers: { cookie: `${COOKIE}=x` } }), answer)
    expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^${COOKIE}=;.*Max-Age=0`, 'i'))
  })
})

describe('a changed secret of the desk', () => {
  const NEW = { APP_SECRET: 'another secret for tests, long enough' }
  const cookies = (value: string) => (name: string) => (name === COOKIE ? value : undefined)

  test('a cookie sealed with the previous secret opens while APP_SECRET_PREVIOUS names it', async () => {
    const { value } = await save(ANNA)
    applySettings({ ...NEW, APP_SECRET_PREVIOUS: APP_SECRET })
    expect(await isConnected(ANNA, value)).toBe(true)
    const again = await save(ANNA)
    applySettings(NEW)
    expect(await isConnected(ANNA, again.value)).toBe(true)
  })

  test('a person must connect again without the previous secret, and the operator is told why', async () => {
    const { value } = await save(ANNA)
    applySettings(NEW)
    const { getClient, getConnection } = await import('#lib/session/connection/connection.ts')
    const log = vi.spyOn(console, 'log').mockImplementation(() => {})
    expect(await getConnection(ANNA, cookies(value))).toEqual({
      connected: false,
      by: null,
      reason: 'key_unreadable',
    })
    await expect(getClient(ANNA, cookies(value))).rejects.toMatchObject({ code: 'key_unreadable' })
    expect(log.mock.calls.join()).toContain('"reason":"unknown-password"')
  })

  test('the company’s key is requested again after a changed secret, not silently dropped', async () => {
    const { saveCompanyKey, readCompanyKey } = await import('#lib/session/connection/company-key.ts')
    await saveCompanyKey(KEY)
    expect(await readCompanyKey()).toEqual({ key: KEY })
    const { getConnectionStore } = await import('#lib/store/connection-store.ts')
    const seal = (await getConnectionStore().read()) ?? ''
    expect(seal).not.toContain(KEY)
    applySettings(NEW)
    await (await import('#lib/store/connection-store.ts')).getConnectionStore().write(seal)
    const { getConnection } = await import('#lib/session/connection/connection.ts')
    expect(await getConnection(ANNA, () => undefined)).toMatchObject({ reason: 'key_unreadable' })
  })
})

describe('a connection without an own key', () => {
  const state = async () => {
    const { getConnection, isConnectedByOperator } = await import('#lib/session/connection/connection.ts')
    return [await getConnection(ANNA, () => undefined), isConnectedByOperator()]
  }

  test('no account is connected when people bring their own keys', async () => {
    expect(await state()).toEqual([{ connected: false, by: null }, false])
  })

  test('every account is connected when the operator has set a key', async () => {
    applySettings({ PORTRAIT_API_KEY: 'pk_operator_0123456789' })
    expect(await state()).toEqual([{ connected: true, by: 'operator' }, true])
  })

  test('every account is connected in practice mode', async () => {
    applySettings(PRACTICE_SETTINGS)
    expect(await state()).toEqual([{ connected: true, by: 'practice' }, true])
  })
})
