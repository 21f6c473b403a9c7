/**
 * `npm run bench:store -- [postgres://…]`: what people and jobs ask of the database most often, on SQLite in a folder of its own
 * and, when an empty database is named, on PostgreSQL. Milliseconds: median, and 99 of 100.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { withLeases } from '#lib/several-desks/held-leases.ts'
import { createLeaseStore } from '#lib/several-desks/lease-store.ts'
import { createAccountStore } from '#lib/store/account-store.ts'
import { createActivityStore } from '#lib/store/activity-store.ts'
import { openDatabase } from '#lib/store/database.ts'
import type { Database } from '#lib/store/engine.ts'
import { createExportStore } from '#lib/store/export-store.ts'
import { fenced } from '#lib/store/fenced.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { createImportStore } from '#lib/store/import-store.ts'
import { openPostgres } from '#lib/store/postgres.ts'
import { createSessionStore } from '#lib/store/session-store.ts'
import { onSqlite } from '#lib/store/sqlite.ts'
import { entryRowOf, exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'
import { TEMP_BASE } from '#tests/support/temp-base.ts'
import { toPostgresSettings } from '#tests/support/to-postgres-settings.ts'

const PEOPLE = 1_100
const LIST_ROWS = 10_000

const folder = mkdtempSync(join(TEMP_BASE, 'bench-store-'))
await measure('SQLite', onSqlite(openDatabase(folder)))
rmSync(folder, { recursive: true })
const [url] = process.argv.slice(2)
if (url) await measure('PostgreSQL', openPostgres(toPostgresSettings(url)))

async function measure(engine: string, database: Database): Promise<void> {
  const [accounts, sessions, exports] = [createAccountStore, createSessionStore, createExportStore].map(
    create => create(database),
  ) as [
    ReturnType<typeof createAccountStore>,
    ReturnType<typeof createSessionStore>,
    ReturnType<typeof createExportStore>,
  ]
  const activity = createActivityStore(database)
  const imports = createImportStore(database)
  await accounts.create({
    ...{ id: 'anna', email: 'anna@example.com', role: 'admin', status: 'active', password_hash: 'x' },
    ...{ issuer: null, subject: null, created_at: 'now', last_signed_in_at: null },
  })
  const times = { created_at: 1, last_seen_at: 1, expires_at: Number.MAX_SAFE_INTEGER }
  for (let n = 0; n < 50; n += 1)
    await sessions.create(
      { id: `s${n}`, account_id: 'anna', method: 'password', client: 'x', ...times },
      { max: 99 },
    )
  const row = exportRowOf({ owner_id: 'anna' })
  await exports.create(row, NO_QUOTA)
  const plan = Array.from({ length: PEOPLE }, (_, n) => entryRowOf(n))
  const entry = { actor: { id: 'anna', email: 'anna@example.com' }, action: 'employee_changed', employee: 7 }
  const report = async (what: string, rounds: number, work: (round: number) => Promise<unknown>) => {
    const taken: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      const begun = performance.now()
      await work(round)
      taken.push(performance.now() - begun)
    }
    taken.sort((a, b) => a - b)
    const at = (share: number) => (taken[Math.floor(taken.length * share)] ?? 0).toFixed(3)
    console.log(`${engine.padEnd(11)} ${what.padEnd(34)} ${at(0.5).padStart(9)} ${at(0.99).padStart(9)}`)
  }
  await report('session check', 3_000, async round => {
    await sessions.find(`s${round % 50}`)
    await accounts.findById('anna')
  })
  await report('a change, noted and settled', 500, async () => {
    await activity.settle(await activity.intend(entry), entry)
  })
  await report(`plan of ${PEOPLE} photos`, 5, () => exports.savePlan(row.id, plan, { total: PEOPLE }))
  await report('export: 20 photos written down', 200, async () => {
    const done = plan.slice(0, 20).map(({ position }) => ({
      ...{ position, state: 'done', problem: null, pixels: null, bytes: 1, crc32: 1, sha256: 'a' },
    })) as Parameters<typeof exports.saveProgress>[1]
    await exports.saveProgress(row.id, done)
  })
  await report(`${PEOPLE} rows read`, 20, () => exports.entries(row.id))
  await report('job claimed', 500, () => exports.claim(row.id))
  const leases = createLeaseStore(database)
  const held = { owner: 'bench', ms: 60_000 }
  const lease = { name: row.id, token: await leases.take(row.id, held), isLost: false }
  const holder = { ...lease, lose() {}, requireLasting: async () => {} }
  const asHolder = createExportStore(fenced(database))
  await report('the same, with a token', 500, () => withLeases([holder], () => asHolder.claim(row.id)))
  await report('leases of a desk renewed', 500, () => leases.renew([row.id], held))
  const record: Omit<ImportRecord, 'id'> = {
    ...{ owner_id: 'anna', owner_email: 'a', project_id: 7, project: { projektnummer: '7', name: 'M' } },
    ...{
      key_fingerprint: 'f',
      file_name: 'a.csv',
      columns: ['a'],
      state: 'draft',
      pause_reason: null,
      error: null,
    },
    ...{
      planned: 0,
      created_at: 'now',
      started_at: null,
      ended_at: null,
      cancelled_by: null,
      touched_at: 'now',
    },
  }
  const list = Array.from({ length: LIST_ROWS }, (_, n) => ({
    ...{ row: n, cells: ['Anna', 'Groß', `a${n}@x.example`], excluded: false },
    values: {
      first_name: 'Anna',
      last_name: 'Groß',
      email: `a${n}@x.example`,
      mitarbeiternummer: '',
      locale: '',
    },
  }))
  await report(`list of ${LIST_ROWS} rows kept`, 3, round =>
    imports.create({ id: `i${round}`, ...record }, list, { drafts: 99, bytes: 1e12 }),
  )
  await database.close()
}
