import { beforeEach, describe, expect, test } from 'vitest'
import { type AccountRow, createAccountStore } from '#lib/store/account-store.ts'
import { createConnectionStore } from '#lib/store/connection-store.ts'
import type { Database } from '#lib/store/engine.ts'
import { createSessionStore, type SessionRow } from '#lib/store/session-store.ts'
import { createThrottleStore, EVERYBODY } from '#lib/store/throttle-store.ts'
import { createTokenStore, takeToken } from '#lib/store/token-store.ts'
import { ENGINES, openEngine } from '#tests/support/engines.ts'

const ACCOUNT: AccountRow = {
  ...{ id: 'anna', email: 'anna@example.com', role: 'admin', status: 'active', password_hash: 'x' },
  ...{ issuer: null, subject: null, created_at: '2026-11-20T10:00:00Z', last_signed_in_at: null },
}

function sessionOf(id: string, seen: number, account_id = 'anna'): SessionRow {
  return {
    ...{ id, account_id, method: 'password', client: 'Firefox, Übuntu' },
    ...{ created_at: 1_700_000_000_000 + seen, last_seen_at: seen, expires_at: 1_800_000_000_000 },
  }
}

describe.each(ENGINES)('on %s', engine => {
  let database: Database

  beforeEach(async () => {
    database = await openEngine(engine)
    const accounts = createAccountStore(database)
    await accounts.create(ACCOUNT)
    await accounts.create({ ...ACCOUNT, id: 'ben', email: 'ben@example.com' })
  })

  describe('accounts', () => {
    test('accounts are listed by e-mail, byte by byte and ignoring the case of A to Z', async () => {
      const accounts = createAccountStore(database)
      for (const email of [
        'Zoe@x.example',
        'ärger@x.example',
        'Ärger@x.example',
        'a-b@x.example',
        'a_b@x.example',
        'aa@x.example',
      ])
        expect(await accounts.create({ ...ACCOUNT, id: email, email }), email).toBe(true)
      expect((await accounts.list()).map(({ email }) => email)).toEqual([
        ...['a-b@x.example', 'a_b@x.example', 'aa@x.example', 'anna@example.com', 'ben@example.com'],
        ...['Zoe@x.example', 'Ärger@x.example', 'ärger@x.example'],
      ])
      expect((await accounts.findByEmail('ÄRGER@X.EXAMPLE'))?.id).toBe('Ärger@x.example')
    })

    test('accounts have only the values that the schema allows', async () => {
      const accounts = createAccountStore(database)
      const wrong: object[] = [
        { role: 'owner' },
        { status: 'gone' },
        { issuer: 'https://id.example.com' },
        { issuer: 'https://id.example.com', subject: 'x' },
      ]
      for (const changes of wrong)
        await expect(
          accounts.create({ ...ACCOUNT, id: '9', email: '9@x.example', ...changes } as AccountRow),
          JSON.stringify(changes),
        ).rejects.toThrow(/check/i)
    })
  })

  describe('sessions', () => {
    test('sessions beyond the limit end, the longest unused first', async () => {
      const sessions = createSessionStore(database)
      for (const seen of [5, 9, 7]) await sessions.create(sessionOf(`s${seen}`, seen), { max: 3 })
      await sessions.create(sessionOf('other', 1, 'ben'), { max: 3 })
      // The new session stays, however long ago it was used.
      const ended = await sessions.create(sessionOf('s1', 1), { max: 2 })
      expect(ended?.map(({ id }) => id).toSorted()).toEqual(['s5', 's7'])
      expect(ended?.[0]).toMatchObject({ account_id: 'anna', client: 'Firefox, Übuntu' })
      expect((await sessions.listOf('anna')).map(({ id }) => id)).toEqual(['s9', 's1'])
      expect(await sessions.count()).toBe(3)
    })

    test('sessions are read back as written, and never become older', async () => {
      const sessions = createSessionStore(database)
      await sessions.create(sessionOf('s', 1_700_000_000_000), { max: 9 })
      expect(await sessions.find('s')).toEqual(sessionOf('s', 1_700_000_000_000))
      await sessions.touch('s', 1_700_000_000_500)
      await sessions.touch('s', 1_700_000_000_100)
      expect((await sessions.find('s'))?.last_seen_at).toBe(1_700_000_000_500)
      expect(await sessions.find('S')).toBeNull()
    })

    test('sessions end one by one, all but one, by their time, and with their account', async () => {
      const sessions = createSessionStore(database)
      for (const id of ['a', 'b', 'c']) await sessions.create(sessionOf(id, 10), { max: 9 })
      await sessions.create(sessionOf('ben', 20, 'ben'), { max: 9 })
      expect([await sessions.end('a'), await sessions.end('a')]).toEqual([true, false])
      expect(await sessions.endAllOf('anna', 'c')).toBe(1)
      await sessions.prune(1_700_000_000_000, 10)
      expect((await sessions.find('c')) ?? (await sessions.find('ben'))?.id).toBe('ben')
      await sessions.prune(1_800_000_000_000, 0)
      expect(await sessions.count()).toBe(0)
      await sessions.create(sessionOf('d', 10), { max: 9 })
      expect(await createAccountStore(database).remove('anna')).toBe('done')
      expect(await sessions.find('d')).toBeNull()
      expect(await sessions.create(sessionOf('e', 10), { max: 9 })).toBeNull()
    })
  })

  describe('one-time links', () => {
    const setUp = { hash: 'h1', purpose: 'setup', account_id: null, expires_at: 1_700_000_000_000 } as const
    const invitation = {
      hash: 'h2',
      purpose: 'invitation',
      account_id: 'anna',
      expires_at: 1_700_000_000_000,
    } as const

    test('a one-time link replaces earlier ones of the same purpose and account', async () => {
      const tokens = createTokenStore(database)
      for (const token of [
        setUp,
        invitation,
        { ...setUp, hash: 'h3' },
        { ...invitation, hash: 'h4', account_id: 'ben' },
      ])
        await tokens.put(token)
      const now = setUp.expires_at - 1
      expect(await tokens.find('h1', 'setup', now)).toBeNull()
      expect(await tokens.find('h2', 'invitation', now)).toEqual(invitation)
      expect(await tokens.find('h3', 'setup', now)).toMatchObject({ account_id: null })
      expect(await tokens.find('h3', 'setup', setUp.expires_at)).toBeNull()
    })

    test('a one-time link is used by one of several concurrent callers', async () => {
      const tokens = createTokenStore(database)
      await tokens.put(invitation)
      const now = setUp.expires_at - 1
      const use = () => database.transaction(within => takeToken(within, 'h2', 'invitation', now))
      const used = await Promise.all([1, 2, 3, 4].map(use))
      expect(used.filter(Boolean)).toEqual([invitation])
    })

    test('a one-time link ends with a disabled account, which gets no new one', async () => {
      const [accounts, tokens] = [createAccountStore(database), createTokenStore(database)]
      const now = setUp.expires_at - 1
      expect(await tokens.put(invitation)).toBe(true)
      await accounts.change('anna', () => ({ status: 'disabled' }))
      expect(await tokens.find('h2', 'invitation', now)).toBeNull()
      expect([await tokens.put(invitation), await tokens.put({ ...invitation, account_id: 'gone' })]).toEqual(
        [false, false],
      )
      expect(await tokens.find('h2', 'invitation', now)).toBeNull()
    })
  })

  describe('the throttle', () => {
    const now = 1_700_000_000_000
    const count = async (keys: string[], at = now) =>
      createThrottleStore(database).update(keys, at, fullAt => ({
        rows: keys.map(key => ({ key, full_at: (fullAt.get(key) ?? at) + 1000 })),
        decision: Object.fromEntries(fullAt),
      }))

    test('the throttle counts by key, deletes expired keys, and loses no concurrent try', async () => {
      expect(await count(['a', 'b'])).toEqual({})
      expect(await count(['a', 'c'])).toEqual({ a: now + 1000 })
      await Promise.all(Array.from({ length: 100 }, () => count(['a'])))
      expect(await count(['a', 'b', 'c'], now + 1000)).toEqual({ a: now + 102_000 })
    })

    test('the throttle keeps a limited number of keys, and always the shared counter', async () => {
      const store = createThrottleStore(database)
      const rows = Array.from({ length: 5010 }, (_, n) => ({ key: `k${n}`, full_at: now + 10 + n }))
      await store.update([], now, () => ({
        rows: [{ key: EVERYBODY, full_at: now + 1 }, ...rows],
        decision: null,
      }))
      const kept = await store.update([EVERYBODY, 'k0', 'k10', 'k11', 'k5009'], now, fullAt => ({
        rows: [],
        decision: [...fullAt.keys()].toSorted(),
      }))
      expect(kept).toEqual([EVERYBODY, 'k11', 'k5009'].toSorted())
    })
  })

  test('the key of the company exists once after concurrent writes', async () => {
    const connection = createConnectionStore(database)
    expect(await connection.read()).toBeNull()
    await Promise.all(['one', 'two', 'three'].map(seal => connection.write(seal)))
    await connection.write('last')
    expect(await connection.read()).toBe('last')
    await connection.remove()
    expect(await connection.read()).toBeNull()
  })
})
