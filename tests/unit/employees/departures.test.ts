import { describe, expect, test } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { entryRowOf, exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'

const ANNA = { employee_id: 17, mitarbeiternummer: '4711', name: 'Musterfrau, Anna', file_name: null }
const THEM = JSON.stringify({ first_name: 'Ben', last_name: 'B', email: '', mitarbeiternummer: '1' })

describe.each(ENGINES)('on %s', engine => {
  test('an employee deleted while no desk ran is found wherever the database names them', async () => {
    applySettings(engine === 'postgres' ? { DATABASE_URL: await createTestDatabase() } : {})
    const [{ handleCompleteList }, { getDatabase, closeDatabase }, { getExportStore }] = await Promise.all([
      import('#lib/employees/departures.ts'),
      import('#lib/store/database.ts'),
      import('#lib/store/export-store.ts'),
    ])
    const database = getDatabase()
    // The approval was withdrawn before: the entries are empty, while the reports of the export still name the people.
    const problems = [{ ...ANNA, code: 'not_approved' }]
    await getExportStore().create(exportRowOf({ problems }), NO_QUOTA)
    await database.run(
      `INSERT INTO deliveries (id, name, project_id, project, request, destination, schedule, removals_percent, is_on,
         failures, created_by, created_at) VALUES ('d', 'A', 7, '{}', '{}', '{}', '{}', 10, 0, 0, 'o', 'now')`,
    )
    await database.run(
      `INSERT INTO delivery_runs (id, delivery_id, owner_id, owner_email, key_fingerprint, state, created_at)
         VALUES ('r', 'd', 'desk', '', 'k', 'done', 'now')`,
    )
    await database.run(
      "INSERT INTO delivery_items (run_id, position, employee_id, person, action, state) VALUES ('r', 0, 18, ?, 'add', 'done')",
      THEM,
    )
    const client = fakeClient({
      async getEmployee() {
        throw new DeskError('not_found')
      },
    })
    await handleCompleteList({ client, projectId: 7, people: new Map(), before: [] })
    const gone = await database.all('SELECT employee_id AS id FROM gone_people ORDER BY 1')
    expect(gone).toEqual([{ id: 17 }, { id: 18 }])
    closeDatabase()
  })

  test('an approval given while a list was in flight keeps the photo in archives, under any key', async () => {
    applySettings(engine === 'postgres' ? { DATABASE_URL: await createTestDatabase() } : {})
    const [{ handleWithdrawnApprovals }, { connectWithKey }, { closeDatabase }, { getExportStore }] =
      await Promise.all([
        import('#lib/employees/departures.ts'),
        import('#lib/portrait-api/connect.ts'),
        import('#lib/store/database.ts'),
        import('#lib/store/export-store.ts'),
      ])
    const store = getExportStore()
    const row = exportRowOf({ state: 'ready' })
    await store.create(row, NO_QUOTA)
    await store.savePlan(
      row.id,
      [0, 1, 2].map(position => entryRowOf(position, { state: 'done' })),
      {},
    )
    const stateOf = async () => (await store.entries(row.id)).map(({ state }) => state)

    const keys = ['key of the list', 'another key'].map(key => connectWithKey(key))
    const [client] = keys
    if (!client) throw new Error('There are two keys.')
    const [listing, other] = keys.map(({ recent }) => recent)
    const page = [1, 2, 3].map(id => readyEmployee({ id, photo: photoOf(id, { approved: false }) }))
    for (const person of page) listing?.see(person, { sentAt: 0 })
    listing?.see(readyEmployee({ id: 1 }), { sentAt: 20 })
    other?.see(readyEmployee({ id: 2 }), { sentAt: 20 })
    // The records of this key are older than the list.
    other?.see(readyEmployee({ id: 3 }), { sentAt: -20 })
    await handleWithdrawnApprovals(client, page)
    expect(await stateOf()).toEqual(['done', 'done', 'failed'])

    for (const person of page) listing?.see(person, { sentAt: 40 })
    await handleWithdrawnApprovals(client, page)
    expect(await stateOf()).toEqual(['failed', 'failed', 'failed'])
    closeDatabase()
  })
})
