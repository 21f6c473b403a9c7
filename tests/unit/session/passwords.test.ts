import type { ScryptOptions } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { hashPassword, verifyPassword } from '#lib/session/password/passwords.ts'

type Derived = (error: Error | null, hash: Buffer) => void
type Derive = (password: string, salt: Buffer, bytes: number, cost: ScryptOptions, then: Derived) => void

/** The only slow operation. */
const derive = vi.hoisted(() => vi.fn<Derive>())
vi.mock('node:crypto', async importOriginal => {
  const original = await importOriginal<typeof import('node:crypto')>()
  return { ...original, scrypt: derive.mockImplementation(original.scrypt) }
})

const PASSWORD = 'Übergröße für alle 🌻'

describe('a password', () => {
  test('a password is stored as salted scrypt with the cost that OWASP recommends', async () => {
    const [one, other] = await Promise.all([hashPassword(PASSWORD), hashPassword(PASSWORD)])
    expect(one).toMatch(/^scrypt\$131072\$8\$1\$[\w+/]{22}==\$[\w+/]{43}=$/)
    expect(one).not.toBe(other)
    expect(one).not.toContain(PASSWORD)
  })

  test('a password is verified, and another one is not', async () => {
    const stored = await hashPassword(PASSWORD)
    expect(await verifyPassword(PASSWORD, stored)).toBe(true)
    expect(await verifyPassword(`${PASSWORD} `, stored)).toBe(false)
    expect(await verifyPassword('', stored)).toBe(false)
  })

  test('a password typed with composed or decomposed letters is the same', async () => {
    expect(await verifyPassword(PASSWORD.normalize('NFD'), await hashPassword(PASSWORD))).toBe(true)
  })

  test('a password is verified with its stored cost, so that the cost can grow', async () => {
    const weak = 'scrypt$1024$8$1$c2FsdHNhbHRzYWx0c2FsdA==$'
    const { scryptSync } = await import('node:crypto')
    const hash = scryptSync('x'.repeat(15), Buffer.from('saltsaltsaltsalt'), 32, { N: 1024 }).toString(
      'base64',
    )
    expect(await verifyPassword('x'.repeat(15), weak + hash)).toBe(true)
  })
})

describe('accounts without a stored password', () => {
  test('no password is right for an account without one', async () => {
    expect(await verifyPassword('', undefined)).toBe(false)
    expect(await verifyPassword(PASSWORD, undefined)).toBe(false)
  })

  test('an account without a password takes as long as one with, so that it cannot be detected', async () => {
    const stored = await hashPassword(PASSWORD)
    const workOf = async (stored: string | undefined) => {
      derive.mockClear()
      await verifyPassword('wrong', stored)
      return derive.mock.calls.map(([password, salt, bytes, cost]) => ({
        password,
        salt: salt.length,
        bytes,
        cost,
      }))
    }
    const work = await workOf(stored)
    expect(work).toHaveLength(1)
    expect(await workOf(undefined)).toEqual(work)
  })

  test.each(['', 'plain', 'bcrypt$1$2$3$4$5', 'scrypt$1024$8$1$', 'scrypt$1024$8$1$c2FsdA==$'])(
    'a value that is not a hash (%j) verifies nothing',
    async stored => expect(await verifyPassword('', stored)).toBe(false),
  )
})
