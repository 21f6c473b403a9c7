import { describe, expect, test } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { ENGINES } from '#tests/support/engines.ts'
import { exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { createTestDatabase } from '#tests/support/postgres.ts'

const ANNA = { employee_id: 17, mitarbeiternummer: '4711', name: 'Musterfrau, Anna', file_name: null }
const THEM = JSON.stringify({ first_name: 'Ben', last_name: 'B', email: '', mitarbeiternummer: '1' })

describe.each(ENGINES)('on %s', engine => {
  test('who was deleted while no desk ran is found, wherever they are named still', async () => {
    applySettings(engine === 'postgres' ? { DATABASE_URL: await createTestDatabase() } : {})
    const [{ hearEverybody }, { getDatabase, closeDatabase }, { getExportStore }] = await Promise.all([
      import('#lib/employees/departures.ts'),
      import('#lib/store/database.ts'),
      import('#lib/store/export-store.ts'),
    ])
    const database = getDatabase()
    // The approval was withdrawn before: their entries are empty, the reports of the export name them still.
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
    await hearEverybody({ client, projectId: 7, people: new Map(), before: [] })
    const gone = await database.all('SELECT employee_id AS id FROM gone_people ORDER BY 1')
    expect(gone).toEqual([{ id: 17 }, { id: 18 }])
    closeDatabase()
  })
})
