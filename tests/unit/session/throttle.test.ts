import { beforeEach, describe, expect, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'

const load = () => import('#lib/session/throttle.ts')
const FAR = '192.0.2.1'

beforeEach(() => void applySettings())

/** Seconds that this attempt would have to wait; 0 when it was let through (and counted as a failure). */
async function attempt(subject: { account?: string; address: string }): Promise<number> {
  const { countAttempt } = await load()
  return countAttempt(subject).then(
    () => 0,
    (error: { code: string; retryAfterSeconds: number }) => {
      expect(error.code).toBe('sign_in_throttled')
      return error.retryAfterSeconds
    },
  )
}

async function fail(times: number, subject: { account?: string; address: string }): Promise<void> {
  for (let done = 0; done < times; done++) expect(await attempt(subject)).toBe(0)
}

describe('an account', () => {
  const anna = { account: 'anna@example.com', address: 'unknown' }

  test('may fail five times, then each failure doubles the pause, up to a quarter of an hour', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    await fail(5, anna)
    const pauses: number[] = []
    for (let round = 0; round < 8; round++) {
      const seconds = await attempt(anna)
      pauses.push(seconds)
      vi.setSystemTime(Date.now() + seconds * 1000 - 1)
      expect(await attempt(anna)).toBe(1)
      vi.setSystemTime(Date.now() + 1)
      await fail(1, anna)
    }
    expect(pauses).toEqual([30, 60, 120, 240, 480, 900, 900, 900])
    vi.useRealTimers()
  })

  test('is the same in every letter case and writing of its e-mail', async () => {
    await fail(5, anna)
    expect(await attempt({ ...anna, account: ' ANNA@example.com' })).toBeGreaterThan(0)
    expect(await attempt({ ...anna, account: 'ben@example.com' })).toBe(0)
  })

  test('begins anew after a success, and after a quiet day', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { countAttempt, forgiveAttempt } = await load()
    await fail(4, anna)
    await forgiveAttempt(await countAttempt(anna))
    await fail(5, anna)
    expect(await attempt(anna)).toBe(30)
    vi.setSystemTime(Date.now() + 25 * 60 * 60_000)
    await fail(5, anna)
    vi.useRealTimers()
  })

  test('is nowhere in clear in the store', async () => {
    await fail(1, { ...anna, address: FAR })
    const { getDatabase } = await import('#lib/store/database.ts')
    const rows = JSON.stringify(getDatabase().prepare('SELECT * FROM throttle').all())
    expect(rows).toMatch(/[0-9a-f]{64}/)
    expect(rows).not.toMatch(/anna|192\.0/)
  })
})

describe('an address', () => {
  test('may fail at twenty accounts, then waits at all of them; other addresses do not', async () => {
    for (let account = 0; account < 20; account++)
      await fail(1, { account: `a${account}@x.de`, address: FAR })
    expect(await attempt({ account: 'another@x.de', address: FAR })).toBe(30)
    expect(await attempt({ address: FAR })).toBe(30)
    expect(await attempt({ account: 'another@x.de', address: '192.0.2.2' })).toBe(0)
  })

  test('is not freed for guessing by signing in to an account of its own', async () => {
    const { countAttempt, forgiveAttempt } = await load()
    for (let round = 0; round < 19; round++) {
      await fail(1, { account: `a${round}@x.de`, address: FAR })
      await forgiveAttempt(await countAttempt({ account: 'own@x.de', address: FAR }))
    }
    await fail(1, { account: 'last@x.de', address: FAR })
    expect(await attempt({ account: 'own@x.de', address: FAR })).toBe(30)
  })

  test('does not wait because a link was right, or a new password was too weak', async () => {
    const { guessing } = await load()
    const { DeskError } = await import('#lib/errors.ts')
    for (let round = 0; round < 25; round++) {
      await guessing({ address: FAR }, async () => {})
      await guessing({ address: FAR }, () => Promise.reject(new DeskError('invalid'))).catch(() => {})
    }
    const wrong = () => guessing({ address: FAR }, () => Promise.reject(new DeskError('token_invalid')))
    for (let round = 0; round < 20; round++)
      await expect(wrong()).rejects.toMatchObject({ code: 'token_invalid' })
    await expect(wrong()).rejects.toMatchObject({ code: 'sign_in_throttled' })
  })
})
