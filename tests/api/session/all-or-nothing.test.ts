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

describe.each(DESK_ENGINES)('on %s, what breaks off in the midst', engine => {
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

  test('of disabling somebody has not disabled them, and the second try is told with who did it', async () => {
    const { desk, accounts, refuse } = await start()
    const [admin, anna] = [await desk.signIn('admin'), await desk.signIn('editor')]
    const disable = () => admin.json('PATCH', `/api/accounts/${anna.id}`, { body: { status: 'disabled' } })
    const allow = await refuse('DELETE FROM sessions')
    expect((await disable()).status).toBeGreaterThanOrEqual(500)
    expect(await accounts.findById(anna.id)).toMatchObject({ status: 'active' })
    await allow()
    expect((await disable()).status).toBe(200)
    const changes = [{ field: 'status', old: 'active', new: 'disabled' }]
    // Nobody knows of the first one whether it was done: too much in the log, never too little.
    expect(await readActivity(admin)).toMatchObject([
      { actor: { id: admin.id }, action: 'account_changed', outcome: 'done', details: { changes } },
      { actor: { id: admin.id }, action: 'account_changed', outcome: 'unknown', details: { changes } },
    ])
  })

  test('of changing a password leaves the old one', async () => {
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

  test('of taking up a link leaves the link and the password', async () => {
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

  test('of an invitation has invited nobody', async () => {
    const { desk, refuse } = await start()
    const admin = await desk.signIn('admin')
    const body = { email: ANNA, role: 'viewer' }
    const allow = await refuse('INSERT INTO one_time_tokens')
    expect((await admin.json('POST', '/api/accounts', { body })).status).toBeGreaterThanOrEqual(500)
    await allow()
    expect((await admin.json('POST', '/api/accounts', { body })).status).toBe(201)
  })

  test('of the set-up leaves its address', async () => {
    const { desk, refuse } = await start()
    const { createSetUpUrl } = await import('#lib/session/accounts/set-up.ts')
    const body = { token: toToken((await createSetUpUrl()) ?? ''), email: ANNA, password: PASSWORD }
    const allow = await refuse('INSERT INTO accounts')
    expect((await desk.visitor().json('POST', '/api/setup', { body })).status).toBeGreaterThanOrEqual(500)
    await allow()
    expect((await desk.visitor().json('POST', '/api/setup', { body })).status).toBe(200)
  })

  test('of a change whose answer got lost is in the log as such', async () => {
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

describe.each(DESK_ENGINES)('on %s, in the same moment', engine => {
  async function start() {
    const settings = engine === 'postgres' ? { DATABASE_URL: await createTestDatabase() } : {}
    const desk = startDesk({ settings })
    const { id } = await addAccount()
    return { desk, id, ...(await import('#tests/support/triggers.ts')) }
  }

  test('a password that was set by a link is not changed by who knew the one before', async () => {
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

  test('nobody comes in who is being disabled, and the log says so', async () => {
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

  test('nobody comes in by a password that is being changed, and the log says so', async () => {
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

  test('no link is made for who is being disabled', async () => {
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

  test('who changes an account hears what it is, and the log tells what was changed', async () => {
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
