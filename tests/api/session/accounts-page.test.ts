import { describe, expect, test, vi } from 'vitest'
import { addAccount, PASSWORD, signInWith } from '#tests/support/accounts.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { DESK_ORIGIN } from '#tests/support/desk-env.ts'
import { signOnSettings } from '#tests/support/oidc/settings.ts'

type Link = { url: string; expires_at: string }
const toToken = ({ url }: Link) => new URL(url).hash.slice(1)
const takeUp = (desk: Desk, token: string, password = PASSWORD) =>
  desk.visitor().json('POST', '/api/invitation', { body: { token, password } })

async function invite(admin: Person, email = 'ben@example.com', role = 'editor') {
  const { status, body } = await admin.json<{
    data: { account: { id: string; status: string }; link: Link }
  }>('POST', '/api/accounts', { body: { email, role } })
  return { status, ...body.data }
}

describe('the first administrator', () => {
  const setUp = (desk: Desk, token: string, password = PASSWORD) =>
    desk.visitor().json('POST', '/api/setup', { body: { token, email: 'anna@example.com', password } })
  const createUrl = async () => (await import('#lib/session/accounts/set-up.ts')).createSetUpUrl()

  test('the first administrator is made with the printed address, once, and is signed in', async () => {
    const desk = startDesk()
    const url = (await createUrl()) ?? ''
    expect(url).toMatch(new RegExp(`^${DESK_ORIGIN}/setup#[\\w-]{43}$`))
    const token = url.split('#')[1] ?? ''
    const anna = desk.visitor()
    const body = { token, email: 'anna@example.com', password: PASSWORD }
    const answer = await anna.json('POST', '/api/setup', { body })
    expect(answer).toEqual({ status: 200, body: { data: { email: 'anna@example.com', role: 'admin' } } })
    expect((await anna.json('GET', '/api/accounts')).status).toBe(200)
    expect(await setUp(desk, token)).toMatchObject({ status: 410, body: { code: 'token_invalid' } })
    expect(await createUrl()).toBeNull()
  }) // A11

  test('the set-up refuses other, earlier and expired tokens, and a desk that has an account', async () => {
    const desk = startDesk()
    const [first, second] = [
      (await createUrl())?.split('#')[1] ?? '',
      (await createUrl())?.split('#')[1] ?? '',
    ]
    for (const token of ['guessed', first]) expect((await setUp(desk, token)).status).toBe(410)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 25 * 60 * 60_000 })
    expect((await setUp(desk, second)).status).toBe(410)
    vi.useRealTimers()
    const third = (await createUrl())?.split('#')[1] ?? ''
    expect(await setUp(desk, third, '123456789012345')).toMatchObject({ status: 422 })
    await addAccount({ email: 'somebody@example.com' })
    expect((await setUp(desk, third)).status).toBe(410)
  })

  test('the set-up works beside single sign-on accounts without an administrator', async () => {
    const desk = startDesk({ settings: signOnSettings('https://login.example.test') })
    await addAccount({
      issuer: 'https://login.example.test',
      subject: 'ben',
      email: 'ben@example.com',
      role: 'viewer',
    })
    const token = (await createUrl())?.split('#')[1] ?? ''
    expect((await setUp(desk, token)).status).toBe(200)
    expect(await createUrl()).toBeNull()
  })

  test('the set-up takes nobody’s e-mail, and a failed try does not use up the address', async () => {
    const desk = startDesk()
    await addAccount({ role: 'viewer' })
    const token = (await createUrl())?.split('#')[1] ?? ''
    expect(await setUp(desk, token)).toMatchObject({ status: 409, body: { code: 'email_taken' } })
    const body = { token, email: 'chief@example.com', password: PASSWORD }
    expect((await desk.visitor().json('POST', '/api/setup', { body })).status).toBe(200)
  })

  test('two simultaneous uses of the set-up address make one administrator', async () => {
    const desk = startDesk()
    const token = (await createUrl())?.split('#')[1] ?? ''
    const answers = await Promise.all([setUp(desk, token), setUp(desk, token)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410])
  })
})

describe('an invitation', () => {
  test('an invitation is a link that works once, signs in, and gives the chosen role', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    const { status, account, link } = await invite(admin)
    expect([status, account.status]).toEqual([201, 'invited'])
    expect((await signInWith(desk.visitor(), { email: 'ben@example.com' })).status).toBe(401)
    expect(await takeUp(desk, toToken(link))).toEqual({
      status: 200,
      body: { data: { email: 'ben@example.com', role: 'editor' } },
    })
    expect(await takeUp(desk, toToken(link))).toMatchObject({ status: 410 })
    expect((await signInWith(desk.visitor(), { email: 'ben@example.com' })).status).toBe(200)
    const { getSqlite } = await import('#lib/store/database.ts')
    expect(JSON.stringify(getSqlite().prepare('SELECT * FROM activity').all())).not.toContain(toToken(link))
  })

  test('an invitation expires after a week, with a newer one, and with a disabled account', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    const { account, link } = await invite(admin)
    const newer = await admin.json<{ data: Link }>('POST', `/api/accounts/${account.id}/link`)
    expect((await takeUp(desk, toToken(link))).status).toBe(410)
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 24 * 60 * 60_000 })
    expect((await takeUp(desk, toToken(newer.body.data))).status).toBe(410)
    vi.useRealTimers()
    const path = `/api/accounts/${account.id}`
    await admin.json('PATCH', path, { body: { status: 'disabled' } })
    expect((await takeUp(desk, toToken(newer.body.data))).status).toBe(410)
    expect((await admin.json('POST', `${path}/link`)).body.code).toBe('account_disabled')
    expect((await admin.json('PATCH', path, { body: { status: 'active' } })).body).toMatchObject({
      data: { status: 'invited' },
    })
    expect((await takeUp(desk, toToken(newer.body.data))).status).toBe(410)
  })

  test('a link for a forgotten password keeps the old one until its use, then ends all sessions', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    const { id } = await addAccount({ email: 'ben@example.com', role: 'viewer' })
    const ben = await desk.signInAs(id)
    const { body } = await admin.json<{ data: Link }>('POST', `/api/accounts/${id}/link`)
    expect((await signInWith(desk.visitor(), { email: 'ben@example.com' })).status).toBe(200)
    expect((await takeUp(desk, toToken(body.data), 'a new one for Ben, long')).status).toBe(200)
    expect((await ben.call('GET', '/api/budget')).status).toBe(401)
    expect((await signInWith(desk.visitor(), { email: 'ben@example.com' })).status).toBe(401)
  })

  test('an invitation is refused for an e-mail that has an account, in any letter case', async () => {
    const admin = await startDesk().signIn('admin')
    await invite(admin)
    const answer = await admin.json('POST', '/api/accounts', {
      body: { email: 'BEN@example.com', role: 'admin' },
    })
    expect(answer).toMatchObject({ status: 409, body: { code: 'email_taken' } })
  })

  test('two simultaneous invitations of one person make one account and one entry in the log', async () => {
    const desk = startDesk()
    const admins = [await desk.signIn('admin'), await desk.signIn('admin')]
    const answers = await Promise.all(
      admins.map(admin =>
        admin.json('POST', '/api/accounts', { body: { email: 'ben@example.com', role: 'viewer' } }),
      ),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    const { getActivityStore } = await import('#lib/store/activity-store.ts')
    expect(await getActivityStore().list({ actions: ['account_invited'] }, { limit: 9 })).toHaveLength(1)
  })
})

describe('an administrator', () => {
  test('an administrator disables an account, and its sessions end with their next request', async () => {
    const desk = startDesk()
    const [admin, ben] = [await desk.signIn('admin'), await desk.signIn('editor')]
    const again = await desk.signInAs(ben.id)
    expect(
      (await admin.json('PATCH', `/api/accounts/${ben.id}`, { body: { status: 'disabled' } })).status,
    ).toBe(200)
    for (const person of [ben, again]) expect((await person.call('GET', '/api/budget')).status).toBe(401)
    await admin.json('PATCH', `/api/accounts/${ben.id}`, { body: { status: 'active' } })
    expect((await ben.call('GET', '/api/budget')).status).toBe(401)
  }) // A5

  test('a disabled account stays out also while one of its sessions exists', async () => {
    const ben = await startDesk().signIn('editor')
    const { getAccountStore } = await import('#lib/store/account-store.ts')
    await getAccountStore().update(ben.id, { status: 'disabled' })
    expect((await ben.call('GET', '/api/budget')).status).toBe(401)
    await getAccountStore().update(ben.id, { status: 'active' })
    expect((await ben.call('GET', '/api/budget')).status).toBe(200)
  })

  test('an administrator changes a role, which counts with the next request', async () => {
    const desk = startDesk()
    const [admin, ben] = [await desk.signIn('admin'), await desk.signIn('editor')]
    await admin.json('PATCH', `/api/accounts/${ben.id}`, { body: { role: 'admin' } })
    expect((await ben.json('GET', '/api/accounts')).status).toBe(200)
    await admin.json('PATCH', `/api/accounts/${ben.id}`, { body: { role: 'viewer' } })
    expect((await ben.json('GET', '/api/accounts')).status).toBe(403)
  })

  test('an administrator removes an account with its sessions', async () => {
    const desk = startDesk()
    const [admin, ben] = [await desk.signIn('admin'), await desk.signIn('editor')]
    expect((await admin.json('DELETE', `/api/accounts/${ben.id}`)).status).toBe(204)
    expect((await ben.call('GET', '/api/budget')).status).toBe(401)
    expect((await admin.json('DELETE', `/api/accounts/${ben.id}`)).status).toBe(404)
  })

  test('an administrator cannot disable, demote, remove or re-link themselves', async () => {
    const admin = await startDesk().signIn('admin')
    const path = `/api/accounts/${admin.id}`
    for (const [method, at, body] of [
      ['PATCH', path, { role: 'viewer' }],
      ['PATCH', path, { status: 'disabled' }],
      ['DELETE', path, undefined],
      ['POST', `${path}/link`, undefined],
    ] as const)
      expect(await admin.json(method, at, { body })).toMatchObject({
        status: 409,
        body: { code: 'own_account' },
      })
  })

  test('one of two administrators who demote each other at the same moment stays', async () => {
    const desk = startDesk()
    const [anna, ben] = [await desk.signIn('admin'), await desk.signIn('admin')]
    const demote = (actor: Person, { id }: Person) =>
      actor.json('PATCH', `/api/accounts/${id}`, { body: { role: 'viewer' } })
    const answers = await Promise.all([demote(anna, ben), demote(ben, anna)])
    const [won, lost] = answers.toSorted((one, other) => one.status - other.status)
    expect(won?.status).toBe(200)
    // The second request meets either a demoted administrator or the rule of the last administrator.
    expect([403, 409]).toContain(lost?.status)
    const { getAccountStore } = await import('#lib/store/account-store.ts')
    expect((await getAccountStore().list()).filter(({ role }) => role === 'admin')).toHaveLength(1)
    const { getActivityStore } = await import('#lib/store/activity-store.ts')
    expect(await getActivityStore().count({ actions: ['account_changed'] })).toBe(1)
  })

  test('a change of role does not undo a simultaneous disabling of the account', async () => {
    const desk = startDesk()
    const [anna, cleo, ben] = [
      await desk.signIn('admin'),
      await desk.signIn('admin'),
      await desk.signIn('editor'),
    ]
    await Promise.all([
      anna.json('PATCH', `/api/accounts/${ben.id}`, { body: { status: 'disabled' } }),
      cleo.json('PATCH', `/api/accounts/${ben.id}`, { body: { role: 'viewer' } }),
    ])
    const { getAccountStore } = await import('#lib/store/account-store.ts')
    expect(await getAccountStore().findById(ben.id)).toMatchObject({ role: 'viewer', status: 'disabled' })
  })

  test('an administrator may disable a single sign-on account, but not set its role or password', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    const sso = {
      issuer: 'https://id.example.com',
      subject: 'ben',
      email: 'ben@example.com',
      role: 'viewer',
    } as const
    const { id } = await addAccount(sso)
    for (const [method, path, body] of [
      ['PATCH', `/api/accounts/${id}`, { role: 'admin' }],
      ['POST', `/api/accounts/${id}/link`, undefined],
    ] as const)
      expect((await admin.json(method, path, { body })).body.code).toBe('single_sign_on_account')
    expect((await admin.json('PATCH', `/api/accounts/${id}`, { body: { status: 'disabled' } })).status).toBe(
      200,
    )
  })

  test('an administrator sees people without their hashes, tokens and sessions', async () => {
    const desk = startDesk()
    const admin = await desk.signIn('admin')
    await addAccount()
    const { body } = await admin.json<{ data: object[] }>('GET', '/api/accounts')
    const keys = ['can_sign_in', 'created_at', 'email', 'id', 'last_signed_in_at', 'method', 'role', 'status']
    for (const person of body.data) expect(Object.keys(person).sort()).toEqual(keys)
    expect(body.data).toHaveLength(2)
  })
})
