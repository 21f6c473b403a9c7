import { describe, expect, test } from 'vitest'
import { refuseRows } from '#tests/support/activity.ts'
import { CANARY_KEY, type Desk, type Person, startDesk } from '#tests/support/desk.ts'

type Case = [change: string, run: (done: { admin: Person; other: Person }) => Promise<{ status: number }>]

const CHANGES: Case[] = [
  [
    'an invitation',
    ({ admin }) =>
      admin.json('POST', '/api/accounts', { body: { email: 'new@example.com', role: 'viewer' } }),
  ],
  ['a new link', ({ admin, other }) => admin.json('POST', `/api/accounts/${other.id}/link`)],
  [
    'a change of role',
    ({ admin, other }) => admin.json('PATCH', `/api/accounts/${other.id}`, { body: { role: 'viewer' } }),
  ],
  ['a removal', ({ admin, other }) => admin.json('DELETE', `/api/accounts/${other.id}`)],
  ["the company's key", ({ admin }) => admin.json('PUT', '/api/connection', { body: { key: CANARY_KEY } })],
  ["the key's removal", ({ admin }) => admin.json('DELETE', '/api/connection?scope=everybody')],
  ['the end of all other sessions', ({ admin }) => admin.json('DELETE', '/api/sessions')],
]

/** Returns everything that these changes could touch. */
async function readAll(): Promise<unknown> {
  const { getSqlite } = await import('#lib/store/database.ts')
  const tables = ['accounts', 'one_time_tokens', 'desk_connection', 'activity']
  const sessions = getSqlite().prepare('SELECT id FROM sessions ORDER BY id').all()
  return [sessions, ...tables.map(table => getSqlite().prepare(`SELECT * FROM ${table}`).all())]
}

async function begin(desk: Desk) {
  const [admin, other] = [await desk.signIn('admin'), await desk.signIn('editor')]
  await desk.signInAs(admin.id)
  const { saveCompanyKey } = await import('#lib/session/connection/company-key.ts')
  await saveCompanyKey(CANARY_KEY)
  return { admin, other }
}

describe.each(CHANGES)('%s', (_, run) => {
  test('a change of an account is not made when the log cannot be written', async () => {
    const people = await begin(startDesk({ connected: 'person' }))
    await refuseRows('activity_intents')
    const before = await readAll()
    expect(await run(people)).toMatchObject({ status: 503, body: { code: 'activity_unwritable' } })
    expect(await readAll()).toEqual(before)
  })

  test('a change whose end could not be logged shows as done, and the next start completes it', async () => {
    const people = await begin(startDesk({ connected: 'person' }))
    await refuseRows('activity')
    expect(await run(people)).toMatchObject({ status: 500, body: { code: 'not_recorded' } })
    const { getSqlite } = await import('#lib/store/database.ts')
    const { getActivityStore } = await import('#lib/store/activity-store.ts')
    getSqlite().exec('DROP TRIGGER full_activity')
    expect(await getActivityStore().recover('9999')).toBe(1)
    expect(await getActivityStore().list({}, { limit: 9 })).toMatchObject([
      { actor: { id: people.admin.id }, outcome: 'unknown' },
    ])
  })
})
