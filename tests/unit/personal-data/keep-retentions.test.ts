import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { applySettings } from '#tests/support/desk-env.ts'
import { exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS

afterEach(() => void vi.useRealTimers())

async function open(settings = {}) {
  const { dataDir } = applySettings(settings)
  const output: string[] = []
  for (const method of ['log', 'error'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => void output.push(parts.join(' ')))
  const [keep, database, exports] = await Promise.all([
    import('#lib/personal-data/keep-retentions.ts'),
    import('#lib/store/database.ts'),
    import('#lib/store/export-store.ts'),
  ])
  return { dataDir, output, ...keep, ...database, ...exports }
}

const ago = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

/** Leaves something so many days old in each place that has a retention. */
async function leave(desk: Awaited<ReturnType<typeof open>>, days: number) {
  const at = ago(days)
  const { getSqlite, getExportStore, dataDir } = desk
  await getExportStore().create(exportRowOf({ state: 'ready', created_at: at, ended_at: at }), NO_QUOTA)
  getSqlite().exec(
    `INSERT INTO activity (at, actor_email, action, outcome, details) VALUES ('${at}', '', 'signed_out', 'done', '{}');
     INSERT INTO imports (id, owner_id, owner_email, project_id, project, key_fingerprint, file_name, columns, state,
       created_at, touched_at) VALUES ('i', 'o', 'o', 7, '{}', 'k', 'f', '[]', 'draft', '${at}', '${at}');
     INSERT INTO batches (id, owner_id, owner_email, project_id, key_fingerprint, action, state, created_at, ended_at)
       VALUES ('b', 'o', 'o', 7, 'k', 'delete', 'done', '${at}', '${at}');
     INSERT INTO gone_people VALUES (17, '${at}')`,
  )
  const photo = join(dataDir, 'photos', 'key', '5', 'preview.webp')
  mkdirSync(join(dataDir, 'photos', 'key', '5'), { recursive: true })
  writeFileSync(photo, 'portrait')
  utimesSync(photo, new Date(at), new Date(at))
}

function left({ getSqlite, dataDir }: Awaited<ReturnType<typeof open>>): string[] {
  const tables = ['activity', 'imports', 'batches', 'gone_people', 'exports']
  const isThere = (name: string) => getSqlite().prepare(`SELECT 1 FROM ${name}`).get() !== undefined
  const photo = existsSync(join(dataDir, 'photos', 'key', '5', 'preview.webp'))
  return [...tables.filter(isThere), ...(photo ? ['photos'] : [])]
}

describe('a desk that starts', () => {
  test('a starting desk deletes everything that is due, and nothing else', async () => {
    const desk = await open()
    await leave(desk, 401)
    await desk.startKeepingRetentions()
    // The start does not wait for the work about deleted people.
    await vi.waitFor(() => expect(left(desk)).toEqual([]))
    await leave(desk, 2)
    await desk.keepRetentions(Date.now())
    expect(left(desk)).toEqual(['activity', 'imports', 'batches', 'gone_people', 'exports', 'photos'])
  })

  test('a desk applies the retentions again each hour, without any user', async () => {
    vi.useFakeTimers({ toFake: ['setInterval'] })
    const desk = await open()
    await desk.startKeepingRetentions()
    await leave(desk, 401)
    await vi.advanceTimersByTimeAsync(HOUR_MS - 1)
    expect(left(desk)).toContain('photos')
    await vi.advanceTimersByTimeAsync(1)
    await vi.waitFor(() => expect(left(desk)).toEqual([]))
  })

  test('retention follows a leapt clock only after six hours, and loses nothing before that', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'Date', 'performance'] })
    const before = await open()
    const { dataDir } = before
    await leave(before, 2)
    await before.startKeepingRetentions()
    // The eviction uses the clock at its own run, and evicted photos can be fetched again.
    const kept = (of: typeof before) => left(of).filter(place => place !== 'photos')
    const all = kept(before)
    expect(all).toContain('activity')
    const right = Date.now()
    vi.setSystemTime(right + 500 * DAY_MS)
    await vi.advanceTimersByTimeAsync(2 * HOUR_MS)
    expect(kept(before)).toEqual(all)
    vi.setSystemTime(right + 2 * HOUR_MS)
    await vi.advanceTimersByTimeAsync(HOUR_MS)
    expect(kept(before)).toEqual(all)
    before.closeDatabase()
    vi.clearAllTimers()

    vi.setSystemTime(right + 500 * DAY_MS)
    const desk = { ...(await open({ DATA_DIR: dataDir })), dataDir }
    await desk.startKeepingRetentions()
    await vi.advanceTimersByTimeAsync(6 * HOUR_MS - 1)
    expect(kept(desk)).toEqual(all)
    expect(desk.output.filter(line => line.includes('"event":"retention_waits","days":500'))).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    // SQLite's own clock is right here, and keeps the log.
    await vi.waitFor(() => expect(left(desk)).toEqual(['activity']))
  })

  test('a desk applies the retentions before it resumes earlier work', () => {
    const start = readFileSync('instrumentation-node.ts', 'utf8')
    const at = (text: string) => start.indexOf(`\n  ${text}`)
    expect(at('await startKeepingRetentions()')).toBeGreaterThan(at('ownDataDir()'))
    expect(at('superviseJobs(')).toBeGreaterThan(at('await startKeepingRetentions()'))
  })
})

test.each([
  ['EXPORT_HISTORY_DAYS', { EXPORT_DAYS: '2', EXPORT_HISTORY_DAYS: '5' }, 'exports'],
  ['ACTIVITY_DAYS', { ACTIVITY_DAYS: '30' }, 'activity'],
  ['IMPORT_DAYS', { IMPORT_DAYS: '5' }, 'imports'],
  ['BATCH_DAYS', { BATCH_DAYS: '5' }, 'batches'],
  ['GONE_DAYS', { GONE_DAYS: '5' }, 'gone_people'],
  ['PHOTO_STORE_DAYS', { PHOTO_STORE_DAYS: '5' }, 'photos'],
])('%s is the retention of its place', async (name, settings, place) => {
  const days = name === 'ACTIVITY_DAYS' ? 30 : 5
  const leftOf = async (age: number) => {
    const desk = await open(settings)
    await leave(desk, age)
    await desk.keepRetentions(Date.now())
    return left(desk)
  }
  expect(await leftOf(days - 0.1)).toContain(place)
  expect(await leftOf(days + 0.1)).not.toContain(place)
})

test('a person deleted while the clock was ahead is kept for GONE_DAYS from now on', async () => {
  const desk = await open({ GONE_DAYS: '5' })
  const ahead = new Date(Date.now() + 2 * 365 * DAY_MS).toISOString()
  desk.getSqlite().prepare('INSERT INTO gone_people VALUES (17, ?)').run(ahead)
  await desk.keepRetentions(Date.now())
  expect(left(desk)).toEqual(['gone_people'])
  await desk.keepRetentions(Date.now() + 4 * DAY_MS)
  expect(left(desk)).toEqual(['gone_people'])
  await desk.keepRetentions(Date.now() + 6 * DAY_MS)
  expect(left(desk)).toEqual([])
})

test('photos that a killed desk left for a program are deleted with the other photos', async () => {
  const desk = await open()
  const [old = '', young = ''] = ['1', '2'].map(() => mkdtempSync(join(tmpdir(), 'portrait-desk-command-')))
  onTestFinished(() => rmSync(young, { recursive: true }))
  writeFileSync(join(old, '4711.jpg'), 'portrait')
  utimesSync(old, new Date(ago(0.1)), new Date(ago(0.1)))
  await desk.keepRetentions(Date.now())
  expect([existsSync(old), existsSync(young)]).toEqual([false, true])
})

test('an archive can be downloaded for EXPORT_DAYS, and is listed for at least as long', async () => {
  const desk = await open({ EXPORT_DAYS: '5', EXPORT_HISTORY_DAYS: '2' })
  await leave(desk, 4)
  const state = () => desk.getSqlite().prepare('SELECT state FROM exports').get()?.state
  await desk.keepRetentions(Date.now())
  expect(state()).toBe('ready')
  const { getEnv } = await import('#lib/settings/env.ts')
  expect(getEnv().exportHistoryDays).toBe(5)
})

test('a bulk change that was paused too long is cancelled, a running one is not', async () => {
  const desk = await open()
  desk.getSqlite().exec(
    `INSERT INTO accounts (id, email, role, status, created_at) VALUES ('o', 'o', 'editor', 'active', '');
     INSERT INTO batches (id, owner_id, owner_email, project_id, key_fingerprint, action, state, created_at) VALUES
       ('paused', 'o', 'o', 7, 'k', 'delete', 'paused', '${ago(8)}'),
       ('young', 'o', 'o', 7, 'k', 'delete', 'paused', '${ago(6)}'),
       ('running', 'o', 'o', 7, 'k', 'delete', 'running', '${ago(8)}');
     INSERT INTO batch_people VALUES ('paused', 0, 17, 'Anna', '4711', 'waiting', NULL, NULL, NULL)`,
  )
  await desk.keepRetentions(Date.now())
  const states = desk.getSqlite().prepare('SELECT id, state FROM batches ORDER BY id').all()
  expect(states.map(({ id, state }) => `${id} ${state}`)).toEqual([
    'paused cancelled',
    'running running',
    'young paused',
  ])
})

test('a retention that fails stops no other, and is logged by name', async () => {
  const desk = await open()
  await leave(desk, 401)
  desk.getSqlite().exec('DROP TABLE activity_retention')
  await desk.keepRetentions(Date.now())
  expect(left(desk)).toEqual(['activity'])
  expect(desk.output.join()).toContain('"event":"retention_not_kept","place":"activity"')
})

test('a listed person with the e-mail of a deleted one is another person', async () => {
  const desk = await open()
  const given = JSON.stringify({
    first_name: '',
    last_name: '',
    email: 'a@example.com',
    mitarbeiternummer: '1',
    locale: '',
  })
  desk.getSqlite().exec(
    `INSERT INTO imports (id, owner_id, owner_email, project_id, project, key_fingerprint, file_name, columns, state,
       created_at, touched_at) VALUES ('i', 'o', 'o', 7, '{}', 'k', 'f', '[]', 'draft', '9999', '9999');
     INSERT INTO import_rows (import_id, row, cells, given, excluded, employee_id) VALUES
       ('i', 2, '[]', '${given}', 0, 17), ('i', 3, '[]', '${given}', 0, NULL);
     INSERT INTO gone_people VALUES (17, '${ago(31)}')`,
  )
  await desk.keepRetentions(Date.now())
  const rows = desk.getSqlite().prepare('SELECT row FROM import_rows').all()
  expect(rows.map(({ row }) => row)).toEqual([3])
})

test('a deleted person in a list that is being sent is not forgotten before the list ends', async () => {
  const desk = await open()
  const database = desk.getSqlite()
  const since = ago(31)
  database.exec(
    `INSERT INTO imports (id, owner_id, owner_email, project_id, project, key_fingerprint, file_name, columns, state,
       created_at, touched_at) VALUES ('i', 'o', 'o', 7, '{}', 'k', 'f', '[]', 'sending', '9999', '9999');
     INSERT INTO import_rows (import_id, row, cells, given, excluded, employee_id) VALUES ('i', 2, '[]', '{}', 0, 17);
     INSERT INTO gone_people VALUES (17, '${since}')`,
  )
  const left = () => [
    ...database
      .prepare('SELECT gone_at AS at FROM gone_people')
      .all()
      .map(({ at }) => at),
    ...database
      .prepare('SELECT row FROM import_rows')
      .all()
      .map(({ row }) => row),
  ]
  await desk.keepRetentions(Date.now())
  expect(left()).toEqual([since, 2])
  database.exec("UPDATE imports SET state = 'done'")
  await desk.keepRetentions(Date.now())
  expect(left()).toEqual([])
})
