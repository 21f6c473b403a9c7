import { beforeEach, describe, expect, test, vi } from 'vitest'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { restart } from '#tests/support/restart.ts'

const load = () => import('#lib/session/password/throttle.ts')
const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 24 * 60 * MINUTE_MS

type Subject = { email?: string; address?: string; device?: string | null }

beforeEach(() => {
  applySettings()
  stopClock()
})

/** Returns the seconds that this guess would have to wait; 0 when it was checked (and, unless `right`, wrong). */
async function guess(
  { email = 'anna@example.com', address = 'unknown', device = null }: Subject = {},
  right = false,
): Promise<number> {
  const { countGuess, signInWays } = await load()
  return countGuess(signInWays({ email, address, device }), async () => (right ? 'right' : null)).then(
    () => 0,
    (error: { code: string; retryAfterSeconds: number }) => {
      expect(error.code).toBe('sign_in_throttled')
      return error.retryAfterSeconds
    },
  )
}

/** Returns how many wrong guesses are checked before the first one that has to wait. */
async function countWrong(subject: (tried: number) => Subject): Promise<number> {
  for (let tried = 0; tried < 1_000; tried++) if ((await guess(subject(tried))) > 0) return tried
  return Number.POSITIVE_INFINITY
}

async function countRows(): Promise<number> {
  const { getSqlite } = await import('#lib/store/database.ts')
  return Number(getSqlite().prepare('SELECT count(*) AS n FROM throttle').get()?.n)
}

describe('an account', () => {
  test('an account has five tries at once, then one every half minute', async () => {
    expect(await countWrong(() => ({}))).toBe(5)
    for (let round = 0; round < 3; round++) {
      expect(await guess()).toBe(30)
      await passMs(30 * SECOND_MS - 1)
      expect(await guess()).toBe(1)
      await passMs(1)
      expect(await guess()).toBe(0)
    }
  })

  test('an account regains its tries one after the other after some minutes', async () => {
    await countWrong(() => ({}))
    await passMs(MINUTE_MS)
    expect(await countWrong(() => ({}))).toBe(2)
    await passMs(150 * SECOND_MS)
    expect(await countWrong(() => ({}))).toBe(5)
  })

  test('an account is guessed at no more than 174 times a day, from any number of addresses', async () => {
    let tried = 0
    for (let passed = 0; passed < DAY_MS; passed += 10 * SECOND_MS) {
      if ((await guess({ address: `10.0.0.${passed % 97}` })) === 0) tried++
      await passMs(10 * SECOND_MS)
    }
    expect(tried).toBeGreaterThan(150)
    expect(tried).toBeLessThanOrEqual(174)
    await passMs(DAY_MS)
    expect(await countWrong(() => ({}))).toBe(5)
  })

  test('an account is the same in every letter case and notation of its e-mail', async () => {
    await countWrong(() => ({}))
    expect(await guess({ email: ' ANNA@example.com' })).toBe(30)
    expect(await guess({ email: 'ben@example.com' })).toBe(0)
  })

  test('a right password gives back only its own try', async () => {
    for (let tried = 0; tried < 4; tried++) await guess()
    for (let times = 0; times < 10; times++) expect(await guess({}, true)).toBe(0)
    expect(await guess()).toBe(0)
    expect(await guess({}, true)).toBe(30)
  })

  test('a try is not counted for a password that could not be checked', async () => {
    const { countGuess, signInWays } = await load()
    const ways = signInWays({ email: 'anna@example.com', address: 'unknown', device: null })
    for (let times = 0; times < 10; times++)
      await expect(countGuess(ways, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
    expect(await countWrong(() => ({}))).toBe(5)
  })

  test('concurrent tries are counted before they are checked', async () => {
    const { countGuess, signInWays } = await load()
    const ways = signInWays({ email: 'anna@example.com', address: 'unknown', device: null })
    const { promise, resolve } = Promise.withResolvers<null>()
    let looked = 0
    const guesses = Array.from({ length: 100 }, () =>
      countGuess(ways, () => {
        looked++
        return promise
      }),
    )
    resolve(null)
    const refused = (await Promise.allSettled(guesses)).filter(({ status }) => status === 'rejected')
    expect([looked, refused.length]).toEqual([5, 95])
  })

  test('tries stay counted after a restart, and under no readable name', async () => {
    await countWrong(() => ({ address: '192.0.2.1', device: null }))
    restart()
    expect(await guess()).toBe(30)
    const { getSqlite } = await import('#lib/store/database.ts')
    const rows = JSON.stringify(getSqlite().prepare('SELECT * FROM throttle').all())
    expect(rows).toMatch(/[0-9a-f]{64}/)
    expect(rows).not.toMatch(/anna|192\.0/)
  })

  test('a clock set back prolongs no wait beyond the slowest try', async () => {
    await countWrong(() => ({}))
    vi.setSystemTime(Date.now() - DAY_MS)
    const seconds = await guess()
    expect(seconds).toBeLessThanOrEqual(600)
    await passMs(seconds * SECOND_MS)
    expect(await guess()).toBe(0)
  })
})

describe('a known device', () => {
  const known = { device: 'a', address: '192.0.2.1' }

  test('a known device has ten tries that strangers cannot use up', async () => {
    await countWrong(() => ({ address: '192.0.2.1' }))
    await countWrong(tried => ({ email: `${tried}@x.de`, address: '192.0.2.1' }))
    await countWrong(tried => ({ email: `${tried}@y.de`, address: `10.0.${tried}.1` }))
    expect(await guess()).toBeGreaterThan(0)
    for (let tried = 0; tried < 10; tried++) expect(await guess(known)).toBe(0)
    expect(await guess(known)).toBeGreaterThan(0)
  })

  test('a known device uses up none of the tries of others', async () => {
    for (let tried = 0; tried < 10; tried++) await guess(known)
    expect(await countWrong(() => ({ address: '192.0.2.1' }))).toBe(5)
  })

  test('a known device counts as a stranger when its tries are spent, until one is back', async () => {
    expect(await countWrong(() => known)).toBe(15)
    expect(await countWrong(() => ({ device: 'b' }))).toBe(10)
    await passMs(10 * MINUTE_MS)
    await countWrong(() => ({}))
    expect(await countWrong(() => known)).toBe(1)
  })

  test('a known device is known to one account only', async () => {
    await countWrong(() => known)
    expect(await guess({ ...known, email: 'ben@example.com' })).toBe(0)
  })
})

describe('an address', () => {
  const FAR = '192.0.2.1'

  test('an address may be wrong at twenty accounts, then every ten seconds, alone', async () => {
    expect(await countWrong(tried => ({ email: `${tried}@x.de`, address: FAR }))).toBe(20)
    expect(await guess({ email: 'another@x.de', address: FAR })).toBe(10)
    expect(await guess({ email: 'another@x.de', address: '192.0.2.2' })).toBe(0)
    await passMs(10 * SECOND_MS)
    expect(await guess({ email: 'another@x.de', address: FAR })).toBe(0)
  })

  test('an address is not freed for guessing by signing in to an own account', async () => {
    for (let tried = 0; tried < 19; tried++) {
      await guess({ email: `${tried}@x.de`, address: FAR })
      await guess({ email: 'own@x.de', address: FAR }, true)
    }
    await guess({ email: 'last@x.de', address: FAR })
    expect(await guess({ email: 'own@x.de', address: FAR })).toBe(10)
  })

  test('an IPv6 address counts as its whole /64', async () => {
    const of = (host: number) => ({ email: `${host}@x.de`, address: `2001:db8:1:2::${host.toString(16)}` })
    expect(await countWrong(of)).toBe(20)
    expect(await guess({ email: 'another@x.de', address: '2001:db8:1:3::1' })).toBe(0)
  })
})

describe('all strangers', () => {
  test('all strangers together have a hundred tries at once, then one every two seconds', async () => {
    expect(await countWrong(tried => ({ email: `${tried}@x.de`, address: `10.0.${tried}.1` }))).toBe(100)
    expect(await guess({ email: 'another@x.de', address: '10.9.9.9' })).toBe(2)
    await passMs(10 * SECOND_MS)
    expect(await countWrong(tried => ({ email: `${tried}@y.de`, address: `10.1.${tried}.1` }))).toBe(5)
  })
})

describe('links', () => {
  test('one address gets twenty wrong links, and right ones or weak passwords do not count', async () => {
    const { countLink } = await load()
    const { DeskError } = await import('#lib/errors.ts')
    const fail = (code: 'invalid' | 'token_invalid') =>
      countLink('192.0.2.1', () => Promise.reject(new DeskError(code)))
    for (let round = 0; round < 25; round++) {
      expect(await countLink('192.0.2.1', async () => 'right')).toBe('right')
      await expect(fail('invalid')).rejects.toMatchObject({ code: 'invalid' })
    }
    for (let tried = 0; tried < 20; tried++)
      await expect(fail('token_invalid')).rejects.toMatchObject({ code: 'token_invalid' })
    await expect(fail('token_invalid')).rejects.toMatchObject({
      code: 'sign_in_throttled',
      retryAfterSeconds: 10,
    })
    expect(await guess({ address: '192.0.2.1' })).toBe(0)
  })
})

describe('own passwords', () => {
  test('an own password has five tries in one session, and other sessions do not wait', async () => {
    const { countGuess, ownPasswordWays } = await load()
    const fail = (sid: string) => countGuess(ownPasswordWays(sid), async () => null)
    for (let tried = 0; tried < 5; tried++) expect(await fail('one')).toMatchObject({ spent: tried === 4 })
    await expect(fail('one')).rejects.toMatchObject({ code: 'sign_in_throttled', retryAfterSeconds: 30 })
    expect(await fail('other')).toMatchObject({ result: null })
  })
})

describe('stored attempts', () => {
  test('attempts are deleted when all tries are back', async () => {
    await countWrong(tried => ({ email: `${tried}@x.de`, address: `10.0.${tried}.1` }))
    expect(await countRows()).toBe(301)
    await passMs(10 * MINUTE_MS)
    await guess()
    expect(await countRows()).toBe(3)
  })

  test('attempts take at most 5,000 rows, and all strangers stay counted', async () => {
    await countWrong(tried => ({ email: `${tried}@x.de`, address: `10.0.${tried}.1` }))
    const { getSqlite } = await import('#lib/store/database.ts')
    const add = getSqlite().prepare('INSERT INTO throttle VALUES (?, ?)')
    getSqlite().exec('BEGIN')
    for (let row = 0; row < 8_000; row++) add.run(`made up ${row}`, Date.now() + 60 * MINUTE_MS + row)
    getSqlite().exec('COMMIT')
    const { countLink } = await load()
    await countLink('192.0.2.1', async () => 'right')
    expect(await countRows()).toBe(5_000)
    expect(await guess({ email: 'another@x.de', address: '10.9.9.9' })).toBe(2)
  })
})
