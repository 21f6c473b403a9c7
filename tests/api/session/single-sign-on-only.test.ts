import { describe, expect, test } from 'vitest'
import { addAccount, createToken, PASSWORD, signInWith } from '#tests/support/accounts.ts'
import { leaveBatch } from '#tests/support/batches.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { signOnSettings } from '#tests/support/oidc/settings.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const SETTINGS = signOnSettings('https://login.example.test', { LOCAL_SIGN_IN: '0' })
const BEN = { issuer: 'https://login.example.test', subject: 'ben', email: 'ben@example.com' } as const

/** An administrator who came in by single sign-on. */
async function signOn(desk: Desk) {
  const { id } = await addAccount({ ...BEN, role: 'admin' })
  return desk.signInAs(id, 'oidc')
}

describe('a desk without local sign-in', () => {
  test('a desk without local sign-in prints no set-up address, and accepts no earlier one', async () => {
    const desk = startDesk({ settings: SETTINGS })
    const { createSetUpUrl } = await import('#lib/session/accounts/set-up.ts')
    expect(await createSetUpUrl()).toBeNull()
    const body = { token: await createToken('setup', null), email: 'anna@example.com', password: PASSWORD }
    expect(await desk.visitor().json('POST', '/api/setup', { body })).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
    const { getAccountStore } = await import('#lib/store/account-store.ts')
    expect(await getAccountStore().count()).toBe(0)
  })

  test('a desk without local sign-in accepts no earlier invitation', async () => {
    const desk = startDesk({ settings: SETTINGS })
    const { id } = await addAccount({ status: 'invited', password_hash: null })
    const body = { token: await createToken('invitation', id), password: PASSWORD }
    expect((await desk.visitor().json('POST', '/api/invitation', { body })).status).toBe(404)
    const { getAccountStore } = await import('#lib/store/account-store.ts')
    expect(await getAccountStore().findById(id)).toMatchObject({ status: 'invited', password_hash: null })
  })

  test('a desk without local sign-in invites nobody, and tells administrators beforehand', async () => {
    const desk = startDesk({ settings: SETTINGS })
    const admin = await signOn(desk)
    const { id } = await addAccount()
    const refused = { status: 409, body: { code: 'single_sign_on_only' } }
    const body = { email: 'new@example.com', role: 'viewer' }
    expect(await admin.json('POST', '/api/accounts', { body })).toMatchObject(refused)
    expect(await admin.json('POST', `/api/accounts/${id}/link`)).toMatchObject(refused)
    const people = await admin.json<{ data: object[]; meta: object }>('GET', '/api/accounts')
    expect(people.body.meta).toEqual({ local_sign_in: false })
    expect(people.body.data).toHaveLength(2)
  })

  test('a desk without local sign-in names the administrators who can sign in', async () => {
    const desk = startDesk({ settings: SETTINGS })
    await addAccount()
    const admin = await signOn(desk)
    const { listAdministrators } = await import('#lib/session/accounts/manage-accounts.ts')
    expect(await listAdministrators()).toEqual([BEN.email])
    const { body } = await admin.json<{ data: { email: string; can_sign_in: boolean }[] }>(
      'GET',
      '/api/accounts',
    )
    expect(body.data.map(({ email, can_sign_in }) => [email, can_sign_in])).toEqual([
      ['anna@example.com', false],
      [BEN.email, true],
    ])
  })

  test('a desk without local sign-in accepts no password', async () => {
    const desk = startDesk({ settings: SETTINGS })
    await addAccount()
    expect((await signInWith(desk.visitor())).status).toBe(404)
  })
})

test('a desk that turns local sign-in off ends the sessions of passwords and links alone', async () => {
  const desk = startDesk({ settings: { ...SETTINGS, LOCAL_SIGN_IN: '1' } })
  const { id } = await addAccount()
  const locals = [
    await desk.signInAs(id, 'password'),
    await desk.signInAs(id, 'setup'),
    await desk.signInAs(id, 'invitation'),
  ]
  const ben = await signOn(desk)
  const ask = () =>
    Promise.all([...locals, ben].map(async one => (await one.call('GET', '/api/budget')).status))
  expect(await ask()).toEqual([200, 200, 200, 200])
  restart({ LOCAL_SIGN_IN: '0' })
  expect(await ask()).toEqual([401, 401, 401, 200])
})

async function stateOf({ id }: { id: string }) {
  const { getBatchStore } = await import('#lib/store/batch-store.ts')
  return (await getBatchStore().find(id))?.state
}

/** Resumes the batches, as the start of the desk does. */
async function takeUp() {
  const [{ resumeAfterStart }, { BATCHES }] = await Promise.all([
    import('#lib/jobs/resume.ts'),
    import('#lib/batches/batch-job.ts'),
  ])
  await resumeAfterStart(BATCHES)
}

test.each([
  ['replaced', { OIDC_ISSUER: 'https://another.example.test' }],
  ['taken away', Object.fromEntries(Object.keys(signOnSettings('')).map(name => [name, undefined]))],
])(
  'a sign-on provider that is %s ends its sessions and pauses their jobs until it is back',
  async (_, settings) => {
    const desk = startDesk({ settings: { ...SETTINGS, LOCAL_SIGN_IN: '1' } })
    const anna = await desk.signIn('admin')
    const ben = await signOn(desk)
    const left = [
      await leaveBatch(ben),
      await leaveBatch(ben, { state: 'paused', pause_reason: 'not_connected' }),
    ]
    const ask = () => Promise.all([anna, ben].map(async one => (await one.call('GET', '/api/budget')).status))
    restart(settings)
    expect(await ask()).toEqual([200, 401])
    await takeUp()
    await (await import('#lib/personal-data/keep-retentions.ts')).keepRetentions(Date.now())
    // A typing error in a setting must not end the jobs of people for good.
    expect(await Promise.all(left.map(stateOf))).toEqual(['paused', 'paused'])
    expect((await desk.service.journal()).filter(({ method }) => method === 'DELETE')).toEqual([])
    restart(SETTINGS)
    expect((await ask())[1]).toBe(200)
    await takeUp()
    await until('it goes on', async () =>
      (await Promise.all(left.map(stateOf))).every(state => state === 'done'),
    )
  },
)
