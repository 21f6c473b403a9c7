import { beforeEach, describe, expect, test } from 'vitest'
import { newAccountSchema } from '#lib/session/accounts/accounts.ts'
import { applySettings, PRACTICE_SETTINGS } from '#tests/support/desk-env.ts'

const ACCOUNT = { email: 'Anna@Example.com', role: 'editor', password: 'fifteen letters' } as const
const load = () => import('#lib/session/accounts/accounts.ts')

describe('accounts with a service configured', () => {
  beforeEach(() => void applySettings())

  test('a desk with a service has no account at first, and no practice account', async () => {
    const { hasAnyAccount, verifyCredentials, findUser } = await load()
    expect(await hasAnyAccount()).toBe(false)
    expect(await verifyCredentials('hr@example.com', 'practice')).toBeNull()
    expect(await findUser('practice')).toBeNull()
  })

  test('an account signs in with its own password, in any letter case of its e-mail', async () => {
    const { createAccount, hasAnyAccount, verifyCredentials, findUser } = await load()
    expect(await createAccount(ACCOUNT)).toEqual({ role: 'editor' })
    expect(await hasAnyAccount()).toBe(true)
    const verified = await verifyCredentials(' ANNA@example.COM ', ACCOUNT.password)
    const user = { id: verified?.id, email: ACCOUNT.email, role: 'editor' }
    expect(verified).toMatchObject({ ...user, id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(await findUser(verified?.id ?? '')).toEqual(user)
    expect(await verifyCredentials(ACCOUNT.email, 'fifteen Letters')).toBeNull()
    expect(await verifyCredentials('other@example.com', ACCOUNT.password)).toBeNull()
  })

  test('an e-mail has one account, in whatever letter case', async () => {
    const { createAccount } = await load()
    await createAccount(ACCOUNT)
    expect(await createAccount({ ...ACCOUNT, email: 'anna@EXAMPLE.com', role: 'admin' })).toBeNull()
  })

  test('an endless password is not hashed to its end', async () => {
    const { verifyCredentials } = await load()
    expect(await verifyCredentials('anna@example.com', 'x'.repeat(10_000_000))).toBeNull()
  })
})

describe('accounts in practice mode', () => {
  beforeEach(() => void applySettings(PRACTICE_SETTINGS))

  test('the one printed account is an administrator', async () => {
    const { verifyCredentials, findUser, hasAnyAccount } = await load()
    const user = { id: 'practice', email: 'hr@example.com', role: 'admin' }
    expect(await verifyCredentials('HR@example.com ', 'practice')).toMatchObject(user)
    expect(await findUser('practice')).toEqual(user)
    expect(await hasAnyAccount()).toBe(true)
  })

  test.each([
    ['hr@example.com', 'Practice'],
    ['hr@example.com', ''],
    ['admin', 'admin'],
  ])('the account %s with %s does not exist', async (email, password) => {
    const { verifyCredentials } = await load()
    expect(await verifyCredentials(email, password)).toBeNull()
  })
})

describe('a new account', () => {
  const accepts = (changes: object) => newAccountSchema.safeParse({ ...ACCOUNT, ...changes }).success

  test('a new account needs a long password of any characters', () => {
    expect(accepts({ password: 'x'.repeat(14) })).toBe(false)
    expect(accepts({ password: 'x'.repeat(15) })).toBe(true)
    expect(accepts({ password: '🌻'.repeat(64) })).toBe(true)
    expect(accepts({ password: 'x'.repeat(257) })).toBe(false)
  })

  test.each([{ email: 'anna' }, { role: 'owner' }, { extra: 1 }])(
    'an account with %j is refused',
    changes => {
      expect(accepts(changes)).toBe(false)
    },
  )
})
