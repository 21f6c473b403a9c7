import { describe, expect, test, vi } from 'vitest'
import type { Account } from '#lib/contracts/accounts.ts'
import { addAccount, PASSWORD, signedIn, signInWith } from '#tests/support/accounts.ts'
import { readActivity } from '#tests/support/activity.ts'
import { startDesk } from '#tests/support/desk.ts'
import { DESK_ENGINES } from '#tests/support/engines.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'

const NEW = 'another password of hers 🐝'
const ANNA = 'anna@example.com'
const toToken = (url: string) => new URL(url).hash.slice(1)

describe.each(DESK_ENGINES)('a write that fails halfway, on %s', engine => {
  async function start() {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    const settings = engine === 'postgres' ? { DATABASE_URL: await createTestDatabase() } : {}
    const desk = startDesk({ settings })
    const [triggers, { getAccountStore }, { getSessionStore }, invitations] = await Promise.all([
      import('#tests/support/triggers.ts'),
      import('#lib/store/account-store.ts'),
      import('#lib/store/session-store.ts'),
      import('#lib/session/accounts/invitations.ts'),
    ])
    return {
      ...{ desk, ...triggers, accounts: getAccountStore(), sessions: getSessionStore() },
      createLink: async (id: string) => toToken((await invitations.createLink(id)).url),
    }
  }

  test('a failed disabling leaves the account active, and a second try is logged with its actor', async () => {
    const { desk, accounts, refuse } = await start()
    const [admin, anna] = [await desk.signIn('admin'), await desk.signIn('editor')]
    const disable = () => admin.json('PATCH', `/api/accounts/${anna.id}`, { body: { status: 'disabled' } })
    const allow = await refuse('DELETE FROM sessions')
    expect((await disable()).status).toBeGreaterThanOrEqual(500)
    expect(await accounts.findById(anna.id)).toMatchObject({ status: 'active' })
    await allow()
    expect((await disable()).status).toBe(200)
    const changes = [{ field: 'status', old: 'active', new: 'disabled' }]
    // The outcome of the first try is unknown. The log may hold too much, but never too little.
    expect(await readActivity(admin)).toMatchObject([
      { actor: { id: admin.id }, action: 'account_changed', outcome: 'done', details: { changes } },
      { actor: { id: admin.id }, action: 'account_changed', outcome: 'unknown', details: { changes } },
    ])
  })

  test('a failed change of a password keeps the old one', async () => {
    const { desk, refuse } = await start()
    await addAccount()
    const [here, there] = [await signedIn(desk), await signedIn(desk)]
    const allow = await refuse('DELETE FROM sessions')
    const body = { current: PASSWORD, password: NEW }
    expect((await here.json('PUT', '/api/account/password', { body })).status).toBeGreaterThanOrEqual(500)
    await allow()
    expect((await signInWith(desk.visitor())).status).toBe(200)
    expect((await here.json('PUT', '/api/account/password', { body })).status).toBe(204)
    expect((await there.call('GET', '/api/budget')).status).toBe(401)
  })

  test('a failed use of a link keeps the link and the password', async () => {
    const { desk, createLink, refuse } = await start()
    const { id } = await addAccount()
    await signedIn(desk)
    const body = { token: await createLink(id), password: NEW }
    const allow = await refuse('DELETE FROM sessions')
    expect((await desk.visitor().json('POST', '/api/invitation', { body })).status).toBeGreaterThanOrEqual(
      500,
    )
    await allow()
    expect((await signInWith(desk.visitor())).status).toBe(200)
    expect((await desk.visitor().json('POST', '/api/invitation', { body })).status).toBe(200)
  })

  test('a failed invitation has invited nobody', async () => {
    const { desk, refuse } = await start()
    const admin = await desk.signIn('admin')
    const body = { email: ANNA, role: 'viewer' }
    const allow = await refuse('INSERT INTO one_time_tokens')
    expect((await admin.json('POST', '/api/accounts', { body })).status).toBeGreaterThanOrEqual(500)
    await allow()
    expect((await admin.json('POST', '/api/accounts', { body })).status).toBe(201)
  })

  test('a failed set-up keeps its address valid', async () => {
    const { desk, refuse } = await start()
    const { createSetUpUrl } = await import('#lib/session/accounts/set-up.ts')
    const body = { token: toToken((await createSetUpUrl()) ?? ''), email: ANNA, password: PASSWORD }
    const allow = await refuse('INSERT INTO accounts')
    expect((await desk.visitor().json('POST', '/api/setup', { body })).status).toBeGreaterThanOrEqual(500)
    await allow()
    expect((await desk.visitor().json('POST', '/api/setup', { body })).status).toBe(200)
  })

  test('a change whose answer got lost is logged as unknown', async () => {
    const { desk } = await start()
    const admin = await desk.signIn('admin')
    const { recordChange } = await import('#lib/activity/record-activity.ts')
    const { DeskError } = await import('#lib/errors.ts')
    const entry = { actor: { id: admin.id, email: ANNA }, action: 'key_removed' as const }
    await expect(
      recordChange(entry, () => Promise.reject(new DeskError('database_unavailable'))),
    ).rejects.toMatchObject({ code: 'database_unavailable' })
    expect(await readActivity(admin)).toMatchObject([{ action: 'key_removed', outcome: 'unknown' }])
  })
})

describe.each(DESK_ENGINES)('simultaneous writes, on %s', engine => {
  async function start() {
    const settings = engine === 'postgres' ? { DATABASE_URL: await createTestDatabase() } : {}
    const desk = startDesk({ settings })
    const { id } = await addAccount()
    return { desk, id, ...(await import('#tests/support/triggers.ts')) }
  }

  test('a password set by a link cannot be changed with the earlier password', async () => {
    const { desk, meanwhile } = await start()
    const anna = await signedIn(desk)
    await meanwhile('INSERT INTO activity_intents', "UPDATE accounts SET password_hash = 'of the link'")
    const body = { current: PASSWORD, password: NEW }
    expect(await anna.json('PUT', '/api/account/password', { body })).toMatchObject({
      status: 422,
      body: { errors: { current: ['wrong'] } },
    })
    const { getAccountStore } = await import('#lib/store/account-store.ts')
    expect(await getAccountStore().findByEmail(ANNA)).toMatchObject({ password_hash: 'of the link' })
  })

  test('a sign-in fails while its account is being disabled, and is logged as failed', async () => {
    const { desk, id, meanwhile } = await start()
    const admin = await desk.signIn('admin')
    await meanwhile(
      'INSERT INTO activity_intents',
      "UPDATE accounts SET status = 'disabled' WHERE email = 'anna@example.com'",
    )
    expect((await signInWith(desk.visitor())).status).toBe(401)
    expect((await readActivity(admin)).map(({ action }) => action)).toEqual(['sign_in_failed'])
    const { getSessionStore } = await import('#lib/store/session-store.ts')
    expect(await getSessionStore().listOf(id)).toEqual([])
  })

  test('a sign-in fails while its password is being changed, and is logged as failed', async () => {
    const { desk, id, meanwhile } = await start()
    const admin = await desk.signIn('admin')
    await meanwhile(
      'INSERT INTO activity_intents',
      "UPDATE accounts SET password_hash = 'of another one' WHERE email = 'anna@example.com'",
    )
    expect((await signInWith(desk.visitor())).status).toBe(401)
    expect((await readActivity(admin)).map(({ action }) => action)).toEqual(['sign_in_failed'])
    const { getSessionStore } = await import('#lib/store/session-store.ts')
    expect(await getSessionStore().listOf(id)).toEqual([])
  })

  test('a link is refused while its account is being disabled', async () => {
    const { desk, id, meanwhile } = await start()
    const admin = await desk.signIn('admin')
    await meanwhile(
      'INSERT INTO activity_intents',
      "UPDATE accounts SET status = 'disabled' WHERE email = 'anna@example.com'",
    )
    expect(await admin.json('POST', `/api/accounts/${id}/link`)).toMatchObject({
      status: 409,
      body: { code: 'account_disabled' },
    })
  })

  test('a change of an account answers with its current state, and the log has the real change', async () => {
    const { desk, id, meanwhile } = await start()
    const admin = await desk.signIn('admin')
    await meanwhile(
      'INSERT INTO activity_intents',
      "UPDATE accounts SET role = 'editor' WHERE email = 'anna@example.com'",
    )
    const answer = await admin.json<{ data: Account }>('PATCH', `/api/accounts/${id}`, {
      body: { role: 'viewer' },
    })
    expect(answer.body.data).toMatchObject({ role: 'viewer' })
    const disabled = await admin.json<{ data: Account }>('PATCH', `/api/accounts/${id}`, {
      body: { status: 'disabled' },
    })
    expect(disabled.body.data).toMatchObject({ role: 'editor', status: 'disabled' })
    expect(await readActivity(admin)).toMatchObject([
      { details: { changes: [{ field: 'status', old: 'active', new: 'disabled' }] } },
      { details: { changes: [{ field: 'role', old: 'editor', new: 'viewer' }] } },
    ])
  })
})
