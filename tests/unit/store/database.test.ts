import { existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openDatabase } from '#lib/store/database.ts'
import { hasContent, keepBefore } from '#lib/store/database-file.ts'
import { createExportStore } from '#lib/store/export-store.ts'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import { onSqlite } from '#lib/store/sqlite.ts'
import { applySettings, PRACTICE_SETTINGS } from '#tests/support/desk-env.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { readyEmployee } from '#tests/support/people.ts'
import { createSmallDisk } from '#tests/support/small-disk.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const fileIn = (folder: string) => join(folder, 'desk.sqlite')

test('a new database and its folder may be read by their owner only', () => {
  const folder = join(createTempFolder(), 'new')
  openDatabase(folder).close()
  expect(statSync(fileIn(folder)).mode & 0o777).toBe(0o600)
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a reopened database keeps its contents', () => {
  const folder = createTempFolder()
  const first = openDatabase(folder)
  first.exec(
    "INSERT INTO accounts VALUES ('1', 'a@example.com', 'viewer', 'active', 'x', NULL, NULL, 'now', NULL)",
  )
  first.close()
  const again = openDatabase(folder)
  expect(again.prepare('SELECT count(*) AS n FROM accounts').get()?.n).toBe(1)
  expect(again.prepare('PRAGMA user_version').get()?.user_version).toBe(MIGRATIONS.length)
  again.close()
})

test('a database of a newer desk is refused and left unchanged', () => {
  const folder = createTempFolder()
  const newer = new DatabaseSync(fileIn(folder))
  newer.exec('PRAGMA user_version = 999')
  newer.close()
  expect(() => openDatabase(folder)).toThrow('newer version')
  const untouched = new DatabaseSync(fileIn(folder))
  expect(untouched.prepare('SELECT count(*) AS n FROM sqlite_master').get()?.n).toBe(0)
  untouched.close()
})

test('each migration has a file of its number, and no file is left out', async () => {
  const folder = join(import.meta.dirname, '../../../lib/store/migrations')
  const names = readdirSync(folder)
    .filter(name => !name.startsWith('postgres'))
    .toSorted()
  const steps = await Promise.all(names.map(name => import(/* @vite-ignore */ join(folder, name))))
  expect(steps.map(step => Object.values(step))).toEqual(MIGRATIONS.map(step => [step]))
  expect(names.map(name => Number(/^\d{3}(?=-)/.exec(name)?.[0]))).toEqual(MIGRATIONS.map((_, i) => i + 1))
})

test('an account of the first version becomes an active local one', () => {
  const folder = createTempFolder()
  const first = new DatabaseSync(fileIn(folder))
  first.exec(MIGRATIONS[0] ?? '')
  first.exec(
    "INSERT INTO accounts VALUES ('1', 'a@example.com', 'admin', 'x', 'now'); PRAGMA user_version = 1",
  )
  first.close()
  const now = openDatabase(folder)
  expect(now.prepare('SELECT * FROM accounts').all()).toEqual([
    {
      id: '1',
      email: 'a@example.com',
      role: 'admin',
      status: 'active',
      password_hash: 'x',
      issuer: null,
      subject: null,
      created_at: 'now',
      last_signed_in_at: null,
    },
  ])
  now.close()
})

test('practice mode has its own file, and its account is in no other', async () => {
  const { dataDir } = applySettings(PRACTICE_SETTINGS)
  const { getSqlite } = await import('#lib/store/database.ts')
  expect(getSqlite().prepare('SELECT id FROM accounts').all()).toEqual([{ id: 'practice' }])
  expect(existsSync(fileIn(dataDir))).toBe(false)
  const real = openDatabase(dataDir)
  expect(real.prepare('SELECT id FROM accounts').all()).toEqual([])
  real.close()
})

test('old imports count by their size, and old exports as downloaded', () => {
  const folder = createTempFolder()
  const before = new DatabaseSync(fileIn(folder))
  for (const step of MIGRATIONS.slice(0, 6)) before.exec(step)
  before.exec(`
    INSERT INTO imports (id, owner_id, owner_email, project_id, project, key_fingerprint, file_name, columns, state,
      created_at, touched_at) VALUES ('i', 'anna', 'a@example.com', 7, '{}', 'f', 'a.csv', '["Ä"]', 'draft', 'now', 'now');
    INSERT INTO import_rows (import_id, row, cells, given, excluded) VALUES ('i', 2, '["ö"]', '{}', 0);
    INSERT INTO exports (id, owner_id, owner_email, project_id, project, key_fingerprint, request, file_stem, state,
      created_at, ended_at) VALUES ('e', 'anna', 'a@example.com', 7, '{}', 'f', '{}', 'x', 'ready', 'now', 'then');
    PRAGMA user_version = 6`)
  before.close()
  const now = openDatabase(folder)
  expect(now.prepare('SELECT bytes FROM imports').get()?.bytes).toBe(6 + 6 + 2)
  expect(now.prepare('SELECT downloaded_at FROM exports').get()?.downloaded_at).toBe('then')
  now.close()
})

test('a database is copied before a migration, and the last three copies are kept', () => {
  const folder = createTempFolder()
  for (let round = 0; round < 5; round += 1) {
    rmSync(fileIn(folder), { force: true })
    const older = new DatabaseSync(fileIn(folder))
    for (const step of MIGRATIONS.slice(0, -1)) older.exec(step)
    older.exec(`PRAGMA user_version = ${MIGRATIONS.length - 1}`)
    older.close()
    openDatabase(folder).close()
  }
  const kept = readdirSync(join(folder, 'backups')).toSorted()
  expect(kept).toHaveLength(3)
  expect(kept.every(name => name.endsWith(`-v${MIGRATIONS.length - 1}.sqlite`))).toBe(true)
  const copy = new DatabaseSync(join(folder, 'backups', kept[2] ?? ''))
  expect(copy.prepare('PRAGMA user_version').get()?.user_version).toBe(MIGRATIONS.length - 1)
  copy.close()
})

test('a new copy survives copies from a clock ahead, and an empty copy does not count', () => {
  const folder = createTempFolder()
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  for (const year of [2097, 2098, 2099])
    writeFileSync(join(backups, `desk-${year}0101T000000.000Z-v1.sqlite`), 'x')
  writeFileSync(join(backups, 'desk-20200101T000000.000Z-v1.sqlite'), '')
  const database = openDatabase(folder)
  const path = keepBefore(database, { dataDir: folder, file: 'desk.sqlite', version: 1 })
  database.close()
  const kept = readdirSync(backups)
    .filter(name => hasContent(join(backups, name)))
    .toSorted()
  expect(kept).toEqual([
    basename(path),
    'desk-20980101T000000.000Z-v1.sqlite',
    'desk-20990101T000000.000Z-v1.sqlite',
  ])
})

test('a copy has its name only once it is on the disk', async () => {
  const done: string[] = []
  vi.doMock('node:fs', async original => {
    const real = await original<typeof import('node:fs')>()
    const noting = (name: 'fsyncSync' | 'renameSync') =>
      vi.fn((...args: never[]) => {
        done.push(name)
        return (real[name] as (...args: never[]) => void)(...args)
      })
    return { ...real, fsyncSync: noting('fsyncSync'), renameSync: noting('renameSync') }
  })
  vi.resetModules()
  onTestFinished(() => void vi.doUnmock('node:fs'))
  const { copyDatabase } = await import('#lib/store/database-file.ts')
  const folder = createTempFolder()
  const database = new DatabaseSync(fileIn(folder))
  copyDatabase(database, join(folder, 'copy.sqlite'))
  database.close()
  expect(done).toEqual(['fsyncSync', 'renameSync'])
})

test('a closed database is one file', async () => {
  const { dataDir } = applySettings()
  const { closeDatabase, getSqlite } = await import('#lib/store/database.ts')
  getSqlite().exec("INSERT INTO calls (key_fingerprint) VALUES ('x')")
  expect(existsSync(`${fileIn(dataDir)}-wal`)).toBe(true)
  closeDatabase()
  expect(readdirSync(dataDir)).toEqual(['desk.sqlite'])
})

test('an old photo kept by a size index has no current size, and a full-size photo keeps its', async () => {
  const folder = createTempFolder()
  const before = new DatabaseSync(fileIn(folder))
  for (const step of MIGRATIONS.slice(0, 8)) before.exec(step)
  const employee = JSON.stringify(readyEmployee())
  before.exec(`
    INSERT INTO exports (id, owner_id, owner_email, project_id, project, key_fingerprint, request, file_stem, state,
      created_at) VALUES ('e', 'anna', 'a@example.com', 7, '{"projektnummer":"7","name":"A"}', 'f', '{}', 'x', 'preparing', 'now');
    PRAGMA user_version = 8`)
  const insert =
    before.prepare(`INSERT INTO export_entries (export_id, position, employee_id, employee, edited_at, variant,
    size, file_name, part, state, bytes, crc32, sha256) VALUES ('e', ?, 1, ?, 'then', 'standard', ?, 'a.jpg', 1, 'done', 9, 9, 'a')`)
  insert.run(0, employee, 2)
  insert.run(1, employee, null)
  before.close()
  const store = createExportStore(onSqlite(openDatabase(folder)))
  expect((await store.entries('e')).map(({ size, pixels, state }) => [size, pixels, state])).toEqual([
    [{ index: 2, label: '', width: 0, height: 0 }, null, 'done'],
    [null, null, 'done'],
  ])
  expect((await store.find('e'))?.size).toBeNull()
})

test('a full disk throws its own error, and the database works afterwards', async () => {
  const disk = createSmallDisk(2)
  if (!disk) return leaveOut('a disk that is full', 'the right to mount')
  const database = openDatabase(disk.path)
  database.exec('CREATE TABLE notes (words TEXT) STRICT')
  const desk = onSqlite(database)
  const note = (bytes: number) =>
    desk.transaction(within => within.run('INSERT INTO notes VALUES (?)', 'x'.repeat(bytes)))
  await expect(note(8_000_000)).rejects.toMatchObject({ errcode: 13 })
  await note(1)
  expect(database.prepare('SELECT count(*) AS n FROM notes').get()?.n).toBe(1)
  database.close()
})
