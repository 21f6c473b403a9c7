import { describe, expect, test } from 'vitest'
import { type AccountStore, createAccountStore } from '#lib/store/account-store.ts'
import { applySettings, type DeskSettings } from '#tests/support/desk-env.ts'
import { ENGINES, openEngine, openTwice } from '#tests/support/engines.ts'
import { signOnSettings } from '#tests/support/oidc/settings.ts'

const ACCOUNT = {
  id: '1',
  email: "o'Brien@Example.com",
  role: 'viewer',
  status: 'active',
  password_hash: 'scrypt$x',
  issuer: null,
  subject: null,
  created_at: '2026-11-20T10:00:00Z',
  last_signed_in_at: null,
} as const
const ISSUER = 'https://login.example.com'

describe.each(ENGINES)('on %s', engine => {
  const open = async () => createAccountStore(await openEngine(engine))

  describe('accounts', () => {
    test('accounts are found by id and by e-mail, in any letter case', async () => {
      const store = await open()
      expect(await store.create(ACCOUNT)).toBe(true)
      expect(await store.findById('1')).toEqual(ACCOUNT)
      expect(await store.findByEmail("O'BRIEN@example.com")).toEqual(ACCOUNT)
      expect(await store.count()).toBe(1)
    })

    test('missing accounts are null', async () => {
      const store = await open()
      expect(await store.findById('1')).toBeNull()
      expect(await store.findByEmail("' OR 1=1 --")).toBeNull()
      expect(await store.count()).toBe(0)
    })

    test('the first account of an e-mail is kept', async () => {
      const store = await open()
      await store.create(ACCOUNT)
      expect(
        await store.create({ ...ACCOUNT, id: '2', email: ACCOUNT.email.toUpperCase(), role: 'admin' }),
      ).toBe(false)
      expect(await store.findByEmail(ACCOUNT.email)).toEqual(ACCOUNT)
      expect(await store.findById('2')).toBeNull()
    })

    test('accounts of single sign-on exist beside a local one, one for each subject', async () => {
      const store = await open()
      await store.create(ACCOUNT)
      const sso = {
        ...ACCOUNT,
        id: '2',
        password_hash: null,
        issuer: 'https://id.example.com',
        subject: 'anna',
      }
      expect(await store.create(sso)).toBe(true)
      expect(await store.create({ ...sso, id: '3' })).toBe(false)
      expect(await store.findBySubject(sso.issuer, sso.subject)).toEqual(sso)
      expect(await store.findBySubject('https://other.example.com', sso.subject)).toBeNull()
      expect((await store.findByEmail(ACCOUNT.email))?.id).toBe('1')
    })

    test('the last active administrator is never lost, whichever way it is tried', async () => {
      const store = await open()
      await store.create({ ...ACCOUNT, role: 'admin' })
      await store.create({ ...ACCOUNT, id: '2', email: 'b@example.com', role: 'admin', status: 'disabled' })
      expect(await store.change('1', () => ({ role: 'editor' }))).toBe('last_admin')
      expect(await store.change('1', () => ({ status: 'disabled' }))).toBe('last_admin')
      expect(await store.remove('1')).toBe('last_admin')
      expect(await store.findById('1')).toMatchObject({ role: 'admin', status: 'active' })
      expect(await store.change('2', () => ({ status: 'active' }))).toMatchObject({
        before: { role: 'admin', status: 'disabled' },
        after: { role: 'admin', status: 'active' },
      })
      expect(await store.remove('1')).toBe('done')
      expect(await store.remove('1')).toBe('not_found')
    })

    test.each<[who: string, DeskSettings, { id: string; issuer: string | null }]>([
      ['by single sign-on', signOnSettings(ISSUER, { LOCAL_SIGN_IN: '0' }), { id: 'local', issuer: null }],
      ['by a password', {}, { id: 'sso', issuer: ISSUER }],
      ['at another issuer', signOnSettings(ISSUER), { id: 'former', issuer: 'https://former.example.com' }],
    ])('an account that cannot sign in is not a remaining administrator: %s', async (_, settings, other) => {
      applySettings(settings)
      const [one, two] = (await openTwice(engine)).map(database => createAccountStore(database))
      if (!one || !two) throw new Error('No store.')
      const issuer = settings.OIDC_ISSUER ?? null
      for (const account of [{ id: '1', issuer }, { id: '2', issuer }, other])
        await one.create({
          ...ACCOUNT,
          ...{ ...account, role: 'admin', email: `${account.id}@example.com` },
          ...(account.issuer && { subject: account.id, password_hash: null }),
        })
      expect((await one.listAdministrators()).map(({ id }) => id)).toEqual(['1', '2'])
      const outcomes = await Promise.all([
        one.change('2', () => ({ status: 'disabled' })),
        two.change('1', () => ({ status: 'disabled' })),
      ])
      expect(outcomes.filter(outcome => outcome === 'last_admin')).toHaveLength(1)
      expect(await one.listAdministrators()).toHaveLength(1)
    })

    test.each([
      ['demote', (store: AccountStore, id: string) => store.change(id, () => ({ role: 'viewer' }))],
      ['disable', (store: AccountStore, id: string) => store.change(id, () => ({ status: 'disabled' }))],
      ['remove', (store: AccountStore, id: string) => store.remove(id)],
    ])('two administrators who %s each other at the same moment leave exactly one', async (_, end) => {
      const [one, two] = (await openTwice(engine)).map(database => createAccountStore(database))
      if (!one || !two) throw new Error('No store.')
      await one.create({ ...ACCOUNT, id: '1', role: 'admin' })
      await one.create({ ...ACCOUNT, id: '2', email: 'b@example.com', role: 'admin' })
      const outcomes = await Promise.all([end(one, '2'), end(two, '1')])
      expect(outcomes.filter(outcome => outcome === 'last_admin')).toHaveLength(1)
      const admins = (await one.list()).filter(({ role, status }) => role === 'admin' && status === 'active')
      expect(admins).toHaveLength(1)
    })
  })
})
