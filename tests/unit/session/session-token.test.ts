import { beforeEach, describe, expect, test, vi } from 'vitest'
import { cookieName } from '#lib/http/cookies.ts'
import { readSessionToken, toSessionCookie } from '#lib/session/sessions/session-token.ts'
import { applySettings } from '#tests/support/desk-env.ts'

const TOKEN = { sub: 'account', sid: 'session' }
const HOUR_MS = 60 * 60 * 1000

async function makeCookie(): Promise<string> {
  const [pair = ''] = (await toSessionCookie(TOKEN)).split(';')
  return pair.slice(pair.indexOf('=') + 1)
}

const read = (cookie: string) =>
  readSessionToken(name => (name === cookieName('session') ? cookie : undefined))

describe('a session’s cookie that was opened before', () => {
  beforeEach(() => {
    applySettings({ SESSION_HOURS: '2' })
    vi.useFakeTimers({ toFake: ['Date'] })
  })

  test('says the same again', async () => {
    const cookie = await makeCookie()
    expect([await read(cookie), await read(cookie)]).toEqual([TOKEN, TOKEN])
  })

  test('opens no other one: each letter of it counts', async () => {
    const cookie = await makeCookie()
    expect(await read(cookie)).toEqual(TOKEN)
    const middle = Math.floor(cookie.length / 2)
    const other = cookie[middle] === 'A' ? 'B' : 'A'
    expect(await read(`${cookie.slice(0, middle)}${other}${cookie.slice(middle + 1)}`)).toBeNull()
  })

  test('ends when it says', async () => {
    const cookie = await makeCookie()
    expect(await read(cookie)).toEqual(TOKEN)
    vi.setSystemTime(Date.now() + 3 * HOUR_MS)
    expect(await read(cookie)).toBeNull()
  })
})
