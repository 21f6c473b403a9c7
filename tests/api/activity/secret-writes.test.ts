import { expect, test } from 'vitest'
import { addAccount, createToken, PASSWORD, signedIn } from '#tests/support/accounts.ts'
import { recordedBy } from '#tests/support/activity.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'

const NEW = 'another password of hers 🐝'

/** Writes with a password or a token, and their entries in the log. */
const WRITES: [write: string, run: (desk: Desk) => Promise<{ status: number }>, entries: object[]][] = [
  [
    'PUT /api/account/password',
    async desk => {
      const anna = await signedIn(desk)
      return anna.json('PUT', '/api/account/password', { body: { current: PASSWORD, password: NEW } })
    },
    [
      { action: 'signed_in', details: { method: 'password' } },
      { action: 'password_changed', details: { method: 'password' } },
    ],
  ],
  [
    'POST /api/invitation',
    async desk => {
      const { getAccountStore } = await import('#lib/store/account-store.ts')
      const anna = await getAccountStore().findByEmail('anna@example.com')
      const body = { token: await createToken('invitation', anna?.id ?? null), password: NEW }
      return desk.visitor().json('POST', '/api/invitation', { body })
    },
    [
      { action: 'password_changed', details: { method: 'invitation' } },
      { action: 'signed_in', details: { method: 'invitation' } },
    ],
  ],
  [
    'DELETE /api/sessions/[sessionId]',
    async desk => {
      const [here, there] = [await signedIn(desk), await signedIn(desk)]
      const { body } = await there.json<{ data: { id: string; current: boolean }[] }>('GET', '/api/sessions')
      const other = body.data.find(({ current }) => !current)
      expect((await here.call('GET', '/api/budget')).status).toBe(200)
      return there.json('DELETE', `/api/sessions/${other?.id}`)
    },
    [{ action: 'signed_in' }, { action: 'signed_in' }, { action: 'session_ended', outcome: 'done' }],
  ],
]

test.each(WRITES)('%s is logged, and no secret with it', async (_, run, expected) => {
  const desk = startDesk()
  const { id } = await addAccount()
  const { result, entries } = await recordedBy(desk, () => run(desk))
  expect(result.status).toBeLessThan(300)
  expect(entries).toMatchObject(expected)
  for (const { actor } of entries) expect(actor).toEqual({ id, email: 'anna@example.com' })
  for (const secret of [PASSWORD, NEW]) expect(JSON.stringify(entries)).not.toContain(secret)
})

test('POST /api/setup is logged under the account that it made an administrator', async () => {
  const desk = startDesk()
  const anna = desk.visitor()
  const body = { token: await createToken('setup', null), email: 'anna@example.com', password: PASSWORD }
  expect((await anna.json('POST', '/api/setup', { body })).status).toBe(200)
  const { getActivityStore } = await import('#lib/store/activity-store.ts')
  const entries = await getActivityStore().list({}, { limit: 9 })
  const actor = { id: expect.stringMatching(/./), email: 'anna@example.com' }
  expect(entries).toMatchObject([
    { action: 'signed_in', actor, details: { method: 'setup' } },
    { action: 'setup_done', actor, details: { role: 'admin' } },
  ])
  expect(JSON.stringify(entries)).not.toContain(body.token)
})
