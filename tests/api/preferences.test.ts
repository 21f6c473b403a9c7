import { describe, expect, test } from 'vitest'
import { type CallOptions, startDesk } from '#tests/support/desk.ts'

const PATH = '/api/preferences'
const put = (body: unknown, options: CallOptions = {}) =>
  startDesk()
    .visitor()
    .call('PUT', PATH, { body, ...options })

describe('preferences of a visitor', () => {
  test('a preference lasts a year, on this origin only, out of reach of scripts', async () => {
    const answer = await put({ locale: 'en', theme: 'dark' })
    expect(answer.status).toBe(204)
    const kept = 'Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure'
    expect(answer.headers.getSetCookie()).toEqual([
      `__Host-portrait-desk.locale=en; ${kept}`,
      `__Host-portrait-desk.theme=dark; ${kept}`,
    ])
  })

  test('a preference without TLS has a cookie name that browsers accept there', async () => {
    const desk = startDesk({ settings: { APP_URL: 'http://desk.example.test', ALLOW_HTTP: '1' } })
    const answer = await desk.visitor().call('PUT', PATH, { body: { locale: 'de' } })
    expect(answer.headers.getSetCookie()).toEqual([
      'portrait-desk.locale=de; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly',
    ])
  })

  test('a preference leaves the others unchanged', async () => {
    const answer = await put({ theme: 'light' })
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-portrait-desk\.theme=light;/),
    ])
  })

  test('the theme preference is deleted when the theme follows the system again', async () => {
    const visitor = startDesk().visitor()
    await visitor.call('PUT', PATH, { body: { locale: 'de', theme: 'dark' } })
    expect(visitor.cookies.get('__Host-portrait-desk.theme')).toBe('dark')
    await visitor.call('PUT', PATH, { body: { theme: 'system' } })
    expect([...visitor.cookies.keys()]).toEqual(['__Host-portrait-desk.locale'])
  })

  test('the practice note stays closed until the browser is closed', async () => {
    const answer = await put({ practice_read: true })
    expect(answer.headers.getSetCookie()).toEqual([
      '__Host-portrait-desk.practice-read=1; Path=/; SameSite=Lax; HttpOnly; Secure',
    ])
  })

  test('the table preference is stored as names that need no quoting', async () => {
    const answer = await put({ table_view: { density: 'compact', hidden: ['locale', 'edited_at'] } })
    expect(answer.headers.getSetCookie()).toEqual([
      '__Host-portrait-desk.table-view=compact.locale.edited_at; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly; Secure',
    ])
  })

  test('single-key shortcuts stay off until they are switched on again', async () => {
    const visitor = startDesk().visitor()
    await visitor.call('PUT', PATH, { body: { single_keys: 'off' } })
    expect(visitor.cookies.get('__Host-portrait-desk.single-keys')).toBe('off')
    await visitor.call('PUT', PATH, { body: { single_keys: 'on' } })
    expect([...visitor.cookies.keys()]).toEqual([])
  })

  test.each([
    { single_keys: 'maybe' },
    { table_view: { density: 'roomy', hidden: [] } },
    { table_view: { density: 'compact', hidden: ['last_name'] } },
    { table_view: { density: 'compact', hidden: ['email; Path=/x'] } },
    { practice_read: false },
    { locale: 'fr' },
    { locale: 'de; Domain=evil.example' },
    { theme: 'pink' },
    { role: 'admin' },
    [],
    null,
  ])('a preference of %j is refused and sets nothing', async body => {
    const answer = await put(body)
    expect(answer.status).toBe(422)
    expect(answer.headers.getSetCookie()).toEqual([])
  })

  test('a preference cannot be set by another site', async () => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'x-csrf': undefined },
    ]) {
      const answer = await put({ locale: 'de' }, { headers })
      expect(answer.status).toBe(403)
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })
})

describe('the message of an error', () => {
  const refusal = async (headers: Record<string, string>, settings = {}) => {
    const answer = await startDesk({ settings }).visitor().json('GET', '/api/v1/projects', { headers })
    expect(answer).toMatchObject({ status: 401, body: { code: 'signed_out' } })
    return answer.body.message
  }
  const GERMAN = 'Sie sind abgemeldet. Bitte melden Sie sich erneut an.'
  const ENGLISH = 'You are signed out. Please sign in again.'

  test('an error message is in the language of the browser', async () => {
    expect(await refusal({ 'accept-language': 'en-GB,en;q=0.9' })).toBe(ENGLISH)
    expect(await refusal({ 'accept-language': 'de-DE' })).toBe(GERMAN)
  })

  test('an error message is in the language that the person chose', async () => {
    const headers = { 'accept-language': 'de', cookie: '__Host-portrait-desk.locale=en' }
    expect(await refusal(headers)).toBe(ENGLISH)
  })

  test("an error message is in the operator's language when the browser asks for none", async () => {
    expect(await refusal({})).toBe(GERMAN)
    expect(await refusal({}, { APP_LOCALE: 'en' })).toBe(ENGLISH)
  })

  test('an error message of a missing method is in the language of the caller', async () => {
    const answer = await startDesk()
      .visitor()
      .json('DELETE', PATH, { headers: { 'accept-language': 'de' } })
    expect(answer).toMatchObject({
      status: 405,
      body: { message: 'Das ist unter dieser Adresse nicht möglich.' },
    })
  })
})
