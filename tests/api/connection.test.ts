import { describe, expect, test } from 'vitest'
import { recordedBy } from '#tests/support/activity.ts'
import { CANARY_KEY, type Desk, startDesk } from '#tests/support/desk.ts'
import { PRACTICE_SETTINGS } from '#tests/support/desk-env.ts'

const PATH = '/api/connection'
/** The two requests of the page: for a person's own key, and for the key for everybody. */
const OWN = `${PATH}?scope=me`
const EVERYBODYS = `${PATH}?scope=everybody`
const CONNECTED = { status: 200, body: { data: { connected: true, by: 'person' } } }
const NOT_CONNECTED = { status: 200, body: { data: { connected: false, by: null } } }
const COOKIE = '__Host-portrait-desk.connection'

const open = () => startDesk({ connected: 'person' })
const connect = async (desk: Desk, key = CANARY_KEY, scope: 'me' | 'everybody' = 'me') => {
  const person = await desk.signIn('admin')
  return { person, answer: await person.json('PUT', PATH, { body: { key, scope } }) }
}

describe('a good key', () => {
  test('a good key is checked with one call, kept for this person, and opens the projects', async () => {
    const desk = open()
    const { person, answer } = await connect(desk, `  ${CANARY_KEY}\n`)
    expect(answer).toEqual({ status: 200, body: { data: { connected: true, by: 'person', projects: 6 } } })
    expect(await desk.service.journal()).toHaveLength(1)
    expect(await person.json('GET', PATH)).toEqual(CONNECTED)
    expect((await person.json('GET', '/api/v1/projects')).status).toBe(200)
  })

  test.each(['viewer', 'editor'] as const)('a %s cannot enter a key', async role => {
    const desk = open()
    const person = await desk.signIn(role)
    for (const [method, body] of [['PUT', { key: CANARY_KEY }], ['DELETE']] as const)
      expect(await person.json(method, PATH, { body })).toMatchObject({
        status: 403,
        body: { code: 'forbidden' },
      })
    expect(await desk.service.journal()).toEqual([])
  })

  test('a key for everybody connects everybody until an administrator removes it', async () => {
    const desk = open()
    const { person, answer } = await connect(desk, CANARY_KEY, 'everybody')
    expect(answer.body).toEqual({ data: { connected: true, by: 'company', projects: 6 } })
    expect(person.cookies.has(COOKIE)).toBe(false)
    const viewer = await desk.signIn('viewer')
    expect((await viewer.json('GET', PATH)).body).toEqual({ data: { connected: true, by: 'company' } })
    expect((await viewer.json('GET', '/api/v1/projects')).status).toBe(200)
    expect((await person.json('DELETE', EVERYBODYS)).status).toBe(204)
    expect(await viewer.json('GET', PATH)).toEqual(NOT_CONNECTED)
  })

  test("a person's own key outranks the key for everybody, for this person only", async () => {
    const desk = open()
    await connect(desk, CANARY_KEY, 'everybody')
    const { person } = await connect(desk)
    expect(await person.json('GET', PATH)).toEqual(CONNECTED)
    expect((await (await desk.signIn()).json('GET', PATH)).body).toMatchObject({ data: { by: 'company' } })
    await person.json('DELETE', OWN)
    expect((await person.json('GET', PATH)).body).toMatchObject({ data: { by: 'company' } })
  })

  test('a sealed key is worthless to another person who has the cookie', async () => {
    const desk = open()
    const { person } = await connect(desk)
    const thief = await desk.signIn('admin')
    thief.cookies.set(COOKIE, person.cookies.get(COOKIE) ?? '')
    expect(await thief.json('GET', PATH)).toEqual(NOT_CONNECTED)
    expect(thief.cookies.has(COOKIE)).toBe(false)
    thief.cookies.set(COOKIE, person.cookies.get(COOKIE) ?? '')
    expect(await thief.json('GET', '/api/v1/projects')).toMatchObject({
      status: 409,
      body: { code: 'not_connected' },
    })
  })

  test('a sealed key is worthless in a later session of the same person', async () => {
    const desk = open()
    const { person } = await connect(desk)
    const later = await desk.signInAs(person.id)
    later.cookies.set(COOKIE, person.cookies.get(COOKIE) ?? '')
    expect(await later.json('GET', PATH)).toEqual(NOT_CONNECTED)
  }) // D3

  test('the desk forgets a key on request', async () => {
    const desk = open()
    const { person } = await connect(desk)
    expect(await person.json('DELETE', OWN)).toEqual({ status: 204, body: undefined })
    expect(person.cookies.has(COOKIE)).toBe(false)
    expect(await person.json('GET', PATH)).toEqual(NOT_CONNECTED)
  })

  test('the desk reports a key that was revoked later as rejected', async () => {
    const desk = open()
    const { person } = await connect(desk)
    await desk.service.portal('DELETE', '/keys/1')
    expect(await person.json('GET', '/api/v1/projects')).toMatchObject({
      status: 502,
      body: { code: 'key_rejected' },
    })
  })
})

describe('removal of the key that the page showed', () => {
  const open = async () => {
    const desk = startDesk({ connected: 'person' })
    await connect(desk, CANARY_KEY, 'everybody')
    return { desk, ...(await connect(desk)), everybody: await desk.signIn('viewer') }
  }
  const COMPANY = { status: 200, body: { data: { connected: true, by: 'company' } } }

  test('a removal of an own invalid key keeps the key for everybody, and logs nothing', async () => {
    const { desk, person, everybody } = await open()
    await person.json('DELETE', OWN)
    const { result, entries } = await recordedBy(desk, () => person.json('DELETE', OWN))
    expect(result).toEqual({ status: 204, body: undefined })
    expect(entries).toEqual([])
    expect(await everybody.json('GET', PATH)).toEqual(COMPANY)
  })

  test('a removal of an own key of an ended session keeps the key for everybody', async () => {
    const { desk, person, everybody } = await open()
    const later = await desk.signInAs(person.id)
    later.cookies.set(COOKIE, person.cookies.get(COOKIE) ?? '')
    expect(await later.json('DELETE', OWN)).toEqual({ status: 204, body: undefined })
    expect(later.cookies.has(COOKIE)).toBe(false)
    expect(await everybody.json('GET', PATH)).toEqual(COMPANY)
  })

  test("the key for everybody is not removed while a person's own key serves them", async () => {
    const { person, everybody } = await open()
    expect(await person.json('DELETE', EVERYBODYS)).toMatchObject({
      status: 409,
      body: { code: 'connection_changed' },
    })
    expect(await person.json('GET', PATH)).toEqual(CONNECTED)
    expect(await everybody.json('GET', PATH)).toEqual(COMPANY)
  })

  test.each(['', '?scope=', '?scope=all', '?scope=me&scope=everybody'])(
    'a removal that does not say which key removes none: %j',
    async query => {
      const { person, everybody } = await open()
      expect(await person.json('DELETE', PATH + query)).toMatchObject({
        status: 422,
        body: { code: 'invalid' },
      })
      expect(await person.json('GET', PATH)).toEqual(CONNECTED)
      expect(await everybody.json('GET', PATH)).toEqual(COMPANY)
    },
  )
})

describe('keys that do not work', () => {
  const refused = async (desk: Desk, key?: string) => {
    const { person, answer } = await connect(desk, key)
    expect(person.cookies.has(COOKIE)).toBe(false)
    expect(await person.json('GET', PATH)).toEqual(NOT_CONNECTED)
    return [answer.status, answer.body.code]
  }

  test('a key that the service does not know is refused with the reason', async () => {
    expect(await refused(open(), 'pk_never_heard_of')).toEqual([502, 'key_rejected'])
  })

  test('a revoked key is refused with the reason', async () => {
    const desk = open()
    await desk.service.portal('DELETE', '/keys/1')
    expect(await refused(desk)).toEqual([502, 'key_rejected'])
  })

  test.each(['trial', 'api_disabled'])(
    'a key of an account without API access is refused with the reason: %s',
    async state => {
      const desk = open()
      await desk.service.portal('PUT', '/account', { state })
      expect(await refused(desk)).toEqual([502, 'no_api_access'])
    },
  )

  test('a key is refused with the reason while the service is down', async () => {
    const desk = open()
    await desk.service.fault({ times: 3, answer: { kind: 'drop' } })
    expect(await refused(desk)).toEqual([502, 'service_unreachable'])
  })

  test.each([
    '',
    'short',
    'two words are no key',
    'ümläüt-key-0123',
    'x'.repeat(513),
    'with\r\nheader: injected',
  ])('a malformed key is refused without a call to the service: %j', async key => {
    const desk = open()
    expect(await refused(desk, key)).toEqual([422, 'invalid'])
    expect(await desk.service.journal()).toEqual([])
  })
})

describe('a key that the operator has set', () => {
  test.each([
    ['operator', {}],
    ['practice', PRACTICE_SETTINGS],
  ])(
    'a key of the operator connects everybody (%s), and nobody can change or remove it',
    async (by, settings) => {
      const desk = startDesk({ settings })
      const admin = by === 'practice' ? await desk.signInAs('practice') : await desk.signIn('admin')
      expect(await admin.json('GET', PATH)).toEqual({ status: 200, body: { data: { connected: true, by } } })
      for (const [method, body] of [['PUT', { key: 'pk_another_key' }], ['DELETE']] as const)
        expect(await admin.json(method, OWN, { body })).toMatchObject({
          status: 409,
          body: { code: 'connected_by_operator' },
        })
      expect(await desk.service.journal()).toEqual([])
    },
  )
})
