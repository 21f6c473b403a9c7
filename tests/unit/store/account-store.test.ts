import { describe, expect, test } from 'vitest'
import { createAccountStore } from '#lib/store/account-store.ts'
import { openDatabase } from '#lib/store/database.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const ACCOUNT = {
  id: '1',
  email: "o'Brien@Example.com",
  role: 'viewer',
  password_hash: 'scrypt$x',
  created_at: '2026-11-20T10:00:00Z',
} as const

const open = () => createAccountStore(openDatabase(createTempFolder()))

describe('accounts', () => {
  test('are found by id and by e-mail, in any letter case', async () => {
    const store = open()
    expect(await store.create(ACCOUNT)).toBe(true)
    expect(await store.findById('1')).toEqual(ACCOUNT)
    expect(await store.findByEmail("O'BRIEN@example.com")).toEqual(ACCOUNT)
    expect(await store.count()).toBe(1)
  })

  test('that are not there are null', async () => {
    const store = open()
    expect(await store.findById('1')).toBeNull()
    expect(await store.findByEmail("' OR 1=1 --")).toBeNull()
    expect(await store.count()).toBe(0)
  })

  test('keep the first when an e-mail is taken', async () => {
    const store = open()
    await store.create(ACCOUNT)
    expect(
      await store.create({ ...ACCOUNT, id: '2', email: ACCOUNT.email.toUpperCase(), role: 'admin' }),
    ).toBe(false)
    expect(await store.findByEmail(ACCOUNT.email)).toEqual(ACCOUNT)
    expect(await store.findById('2')).toBeNull()
  })
})
