import { sealData } from 'iron-session'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { User } from '#lib/session/contract.ts'
import { applySettings, DESK_ORIGIN, PRACTICE_SETTINGS } from '#tests/support/desk-env.ts'

const KEY = 'pk_canary_"\\/0123456789'
const ANNA: User = { id: 'anna', email: 'anna@example.com', role: 'editor' }
const BEN: User = { id: 'ben', email: 'ben@example.com', role: 'admin' }
const COOKIE = '__Host-portrait-desk.connection'
const HOURS_MS = 60 * 60_000

beforeEach(() => void applySettings())

/** The cookie that saving this key puts into the answer, with its attributes. */
async function save(user: User): Promise<{ header: string; value: string }> {
  const { saveKey } = await import('#lib/session/connection.ts')
  const answer = new Response(null)
  await saveKey(new Request(DESK_ORIGIN), answer, user, KEY)
  const header = answer.headers.get('set-cookie') ?? ''
  return { header, value: decodeURIComponent(header.split(';')[0]?.split('=').slice(1).join('=') ?? '') }
}

async function isConnected(user: User, value: string): Promise<boolean> {
  const { getClient, getConnection } = await import('#lib/session/connection.ts')
  const cookies = (name: string) => (name === COOKIE ? value : undefined)
  const client = await getClient(user, cookies)
  const connection = await getConnection(user, cookies)
  expect(connection).toEqual(client ? { connected: true, by: 'person' } : { connected: false, by: null })
  return client !== null
}

describe('the sealed key', () => {
  test('connects the person who entered it', async () => {
    expect(await isConnected(ANNA, (await save(ANNA)).value)).toBe(true)
  })

  test('is worthless with the sign-in of another person', async () => {
    expect(await isConnected(BEN, (await save(ANNA)).value)).toBe(false)
  })

  test('cannot be read: not in clear, not in base64, not in hex', async () => {
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

  test('is a cookie that scripts, other sites and plain http never see', async () => {
    const { header } = await save(ANNA)
    expect(header).toMatch(new RegExp(`^${COOKIE}=`))
    for (const attribute of ['HttpOnly', 'Secure', 'SameSite=Strict', 'Path=/'])
      expect(header.toLowerCase()).toContain(attribute.toLowerCase())
    expect(header.toLowerCase()).not.toContain('domain')
  })

  test('counts for eight hours, even with the clock of the cookie itself turned off', async () => {
    const { value } = await save(ANNA)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7.9 * HOURS_MS })
    expect(await isConnected(ANNA, value)).toBe(true)
    vi.setSystemTime(Date.now() + 0.2 * HOURS_MS)
    expect(await isConnected(ANNA, value)).toBe(false)
    vi.useRealTimers()
  })

  test('that was changed anywhere counts for nothing', async () => {
    const { value } = await save(ANNA)
    for (let at = 0; at < value.length; at += 17) {
      const other = value[at] === 'A' ? 'B' : 'A'
      expect(await isConnected(ANNA, value.slice(0, at) + other + value.slice(at + 1))).toBe(false)
    }
    expect(await isConnected(ANNA, value.slice(0, -5))).toBe(false)
  })

  test('sealed with another secret counts for nothing', async () => {
    const { value } = await save(ANNA)
    applySettings({ APP_SECRET: 'another secret for tests, long enough' })
    expect(await isConnected(ANNA, value)).toBe(false)
  })

  test.each([
    ['no user', { key: KEY, expiresAt: Number.MAX_SAFE_INTEGER }],
    ['no end', { userId: 'anna', key: KEY }],
    ['an end in the past', { userId: 'anna', key: KEY, expiresAt: 1 }],
    ['no key', { userId: 'anna', expiresAt: Number.MAX_SAFE_INTEGER }],
    ['an empty key', { userId: 'anna', key: '', expiresAt: Number.MAX_SAFE_INTEGER }],
  ])('with %s counts for nothing, however well it is sealed', async (_, content) => {
    const { getSealPassword } = await import('#lib/session/secrets.ts')
    const { getClient } = await import('#lib/session/connection.ts')
    const value = await sealData(content, { password: getSealPassword() })
    expect(await getClient(ANNA, () => value)).toBeNull()
  })

  test.each(['', 'nonsense', 'Fe26.2*1*x*x*x*x*x*x~2'])('that is none (%j) is no error', async value => {
    expect(await isConnected(ANNA, value)).toBe(false)
  })

  test('is taken away by an empty cookie that has ended', async () => {
    const { removeKey } = await import('#lib/session/connection.ts')
    const answer = new Response(null)
    await removeKey(new Request(DESK_ORIGIN), answer)
    expect(answer.headers.get('set-cookie')).toMatch(new RegExp(`^${COOKIE}=;.*Max-Age=0`, 'i'))
  })
})

describe('who is connected without a key of their own', () => {
  const state = async () => {
    const { getConnection, isConnectedByOperator } = await import('#lib/session/connection.ts')
    return [await getConnection(ANNA, () => undefined), isConnectedByOperator()]
  }

  test('nobody, when people bring their own keys', async () => {
    expect(await state()).toEqual([{ connected: false, by: null }, false])
  })

  test('everybody, when the operator has set a key', async () => {
    applySettings({ PORTRAIT_API_KEY: 'pk_operator_0123456789' })
    expect(await state()).toEqual([{ connected: true, by: 'operator' }, true])
  })

  test('everybody, in practice mode', async () => {
    applySettings(PRACTICE_SETTINGS)
    expect(await state()).toEqual([{ connected: true, by: 'practice' }, true])
  })
})
