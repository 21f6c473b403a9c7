import { describe, expect, test } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'

const load = (settings = {}) => {
  applySettings(settings)
  return import('#lib/http/cookies.ts')
}

test('cookies behind TLS carry the __Host- prefix, which browsers would drop elsewhere', async () => {
  expect((await load()).cookieName('session')).toBe('__Host-portrait-desk.session')
  const plain = await load({ APP_URL: 'http://desk.example.test', ALLOW_HTTP: '1' })
  expect(plain.cookieName('session')).toBe('portrait-desk.session')
  expect(plain.isSecure()).toBe(false)
})

test('cookies below a path are sent there only, and have a name of their own', async () => {
  const below = await load({ APP_URL: 'https://desk.example.test/hr/portraits' })
  expect(below.cookieName('session')).toBe('__Secure-portrait-desk.hr.portraits.session')
  expect(below.ownCookie('session', '', 0)).toContain('; Path=/hr/portraits; ')
  const plain = await load({ APP_URL: 'http://desk.example.test/portraits', ALLOW_HTTP: '1' })
  expect(plain.cookieName('session')).toBe('portrait-desk.portraits.session')
})

test('own cookies behind TLS are Secure, HttpOnly and SameSite=Lax', async () => {
  const { ownCookie } = await load()
  const attributes = 'Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure'
  expect(ownCookie('session', 'a b;c', 60)).toBe(`session=a%20b%3Bc; ${attributes}`)
  const plain = await load({ APP_URL: 'http://desk.example.test', ALLOW_HTTP: '1' })
  expect(plain.ownCookie('session', '', 0)).toBe('session=; Path=/; Max-Age=0; HttpOnly; SameSite=Lax')
})

describe('the cookies of a request', () => {
  const read = async (cookie: string | null, name: string) => {
    const { readCookies } = await load()
    return readCookies(new Request('https://x.test', { headers: cookie === null ? {} : { cookie } }))(name)
  }

  test.each([
    ['a=1; b=2', 'b', '2'],
    ['a=1;b=x=y==', 'b', 'x=y=='],
    ['a=%C3%BC%20x', 'a', 'ü x'],
    ['a=100%', 'a', '100%'],
    ['  a = 1 ', 'a', '1'],
    ['a', 'a', ''],
    ['a=1', 'b', undefined],
    ['a=1', '__proto__', undefined],
    [null, 'a', undefined],
  ])('the cookies %j have for %s the value %j', async (cookie, name, value) =>
    expect(await read(cookie, name)).toBe(value),
  )
})
