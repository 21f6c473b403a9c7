import { beforeEach, describe, expect, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'

const TOKEN = { sub: 'account', sid: 'session' }
const HOUR_MS = 60 * 60 * 1000

async function makeCookie(): Promise<string> {
  const { toSessionCookie } = await import('#lib/session/sessions/session-token.ts')
  const [pair = ''] = (await toSessionCookie(TOKEN)).split(';')
  return pair.slice(pair.indexOf('=') + 1)
}

async function read(cookie: string) {
  const { readSessionToken } = await import('#lib/session/sessions/session-token.ts')
  const { cookieName } = await import('#lib/http/cookies.ts')
  return readSessionToken(name => (name === cookieName('session') ? cookie : undefined))
}

describe('a session cookie that was opened before', () => {
  beforeEach(() => {
    applySettings({ SESSION_HOURS: '2' })
    vi.useFakeTimers({ toFake: ['Date'] })
  })

  test('a session cookie gives the same session again', async () => {
    const cookie = await makeCookie()
    expect([await read(cookie), await read(cookie)]).toEqual([TOKEN, TOKEN])
  })

  test('a session cookie with any changed letter opens no session', async () => {
    const cookie = await makeCookie()
    expect(await read(cookie)).toEqual(TOKEN)
    const middle = Math.floor(cookie.length / 2)
    const other = cookie[middle] === 'A' ? 'B' : 'A'
    expect(await read(`${cookie.slice(0, middle)}${other}${cookie.slice(middle + 1)}`)).toBeNull()
  })

  test('a session cookie expires at its time', async () => {
    const cookie = await makeCookie()
    expect(await read(cookie)).toEqual(TOKEN)
    vi.setSystemTime(Date.now() + 3 * HOUR_MS)
    expect(await read(cookie)).toBeNull()
  })
})
