import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openDatabase } from '#lib/store/database.ts'
import { copyDatabase } from '#lib/store/database-file.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { createOperator, ROOT } from '#tests/support/operator.ts'
import { createSmallDisk } from '#tests/support/small-disk.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

type Operator = ReturnType<typeof createOperator>

const emailsIn = (path: string) => {
  const database = new DatabaseSync(path)
  const emails = database.prepare('SELECT email FROM accounts ORDER BY email').all()
  database.close()
  return emails.map(({ email }) => email)
}
const inDesk = ({ dataDir }: Operator) => join(dataDir, 'desk.sqlite')
const add = ({ account }: Operator, email: string) =>
  expect(account('add', email, '--role', 'admin')).toMatchObject({ status: 0 })

/** Creates a desk with Anna, and a backup of it; Ben was added later. */
function createBackup(): Operator & { file: string } {
  const operator = createOperator()
  const file = join(createTempFolder(), 'copy.sqlite')
  const database = openDatabase(operator.dataDir)
  const insert = database.prepare(
    "INSERT INTO accounts VALUES (?, ?, 'admin', 'active', 'x', NULL, NULL, 'now', NULL)",
  )
  insert.run('1', 'anna@example.com')
  copyDatabase(database, file)
  insert.run('2', 'ben@example.com')
  database.close()
  return { ...operator, file }
}

/** Starts a process that owns the data folder, as a desk does. */
async function startOwner({ env }: Operator): Promise<ChildProcess> {
  const code = `
    const { ownDataDir } = await import('#lib/store/data-dir-lock.ts')
    ownDataDir()
    console.log('mine')
    setInterval(() => {}, 1000)`
  const args = ['--conditions=react-server', '--disable-warning=ExperimentalWarning', '--input-type=module']
  const owner = spawn(process.execPath, [...args, '-e', code], { cwd: ROOT, env })
  onTestFinished(() => void owner.kill('SIGKILL'))
  await once(owner.stdout, 'data')
  return owner
}

describe('portrait-desk backup', () => {
  test('backup copies the whole database into a new file that only its owner may read', () => {
    const { run, dataDir } = createBackup()
    const file = join(dataDir, 'second.sqlite')
    expect(run('backup', [file])).toMatchObject({ status: 0 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(emailsIn(file)).toEqual(['anna@example.com', 'ben@example.com'])
  })

  test('backup never overwrites a file, and leaves nothing where it cannot write', () => {
    const { run, dataDir } = createBackup()
    const file = join(dataDir, 'precious')
    writeFileSync(file, 'precious')
    expect(run('backup', [file])).toMatchObject({
      status: 1,
      error: expect.stringContaining('exists already'),
    })
    expect(readFileSync(file, 'utf8')).toBe('precious')
    expect(run('backup', []).error).toMatch(/^Usage: /)
    // An empty file, as a killed backup leaves it.
    const begun = join(dataDir, 'begun')
    writeFileSync(begun, '')
    expect(run('backup', [begun])).toMatchObject({ status: 0 })
    expect(emailsIn(begun)).toEqual(['anna@example.com', 'ben@example.com'])
    expect(run('backup', [join(dataDir, 'no', 'folder')])).toMatchObject({ status: 1 })
    expect(existsSync(join(dataDir, 'no'))).toBe(false)
    expect(readdirSync(dataDir).filter(name => name.includes('partial'))).toEqual([])
  })

  test('backup copies the database of an older desk unchanged', () => {
    const operator = createOperator()
    const old = new DatabaseSync(inDesk(operator))
    old.exec('CREATE TABLE accounts (id TEXT) STRICT; PRAGMA user_version = 1')
    old.close()
    const file = join(operator.dataDir, 'copy.sqlite')
    expect(operator.run('backup', [file])).toMatchObject({ status: 0 })
    for (const path of [inDesk(operator), file]) {
      const database = new DatabaseSync(path)
      expect(database.prepare('PRAGMA user_version').get()).toEqual({ user_version: 1 })
      database.close()
    }
  })

  test('backup creates no database where none exists', () => {
    const operator = createOperator()
    expect(operator.run('backup', [join(operator.dataDir, 'copy.sqlite')])).toMatchObject({ status: 1 })
    expect(existsSync(inDesk(operator))).toBe(false)
  })
})

describe('portrait-desk restore', () => {
  test('restore replaces the database with a backup and keeps the previous one', () => {
    const operator = createBackup()
    // The WAL files of an unclosed database belong to that database alone.
    for (const side of ['-wal', '-shm']) writeFileSync(inDesk(operator) + side, 'of the former one')
    const { status, out } = operator.run('restore', [operator.file])
    expect(status).toBe(0)
    expect(emailsIn(inDesk(operator))).toEqual(['anna@example.com'])
    const kept = readdirSync(operator.dataDir).find(name =>
      /^desk\.sqlite\.before-restore-[\dTZ.]+$/.test(name),
    )
    expect(out).toContain(kept)
    expect(emailsIn(join(operator.dataDir, kept ?? ''))).toEqual(['anna@example.com', 'ben@example.com'])
    expect(statSync(inDesk(operator)).mode & 0o777).toBe(0o600)
    expect(operator.account('list').out.split('\n')).toHaveLength(1)
  })

  test('restore replaces a damaged database, and keeps it as it was', () => {
    const operator = createBackup()
    writeFileSync(inDesk(operator), 'no database at all')
    expect(operator.run('restore', [operator.file])).toMatchObject({ status: 0 })
    expect(emailsIn(inDesk(operator))).toEqual(['anna@example.com'])
    const kept = readdirSync(operator.dataDir).find(name => name.includes('before-restore')) ?? ''
    expect(readFileSync(join(operator.dataDir, kept), 'utf8')).toBe('no database at all')
  })

  test.each<[string, (file: string) => void, RegExp]>([
    ['is no database', file => writeFileSync(file, 'x'.repeat(9_999)), /is not a database of Portrait Desk/],
    ['is empty', file => writeFileSync(file, ''), /no such file/],
    [
      'belongs to another program',
      file => change(file, 'DROP TABLE accounts'),
      /is not a database of Portrait Desk/,
    ],
    ['is of a newer desk', file => change(file, 'PRAGMA user_version = 999'), /newer version/],
    ['is damaged', damage, /is damaged/],
  ])('restore changes nothing for a file that %s', (_, spoil, said) => {
    const operator = createBackup()
    spoil(operator.file)
    const { status, error } = operator.run('restore', [operator.file])
    expect([status, error]).toEqual([1, expect.stringMatching(said)])
    expect(error).not.toContain('restore-')
    expect(emailsIn(inDesk(operator))).toEqual(['anna@example.com', 'ben@example.com'])
    expect(readdirSync(operator.dataDir).filter(name => name.includes('restore'))).toEqual([])
  })

  test('restore changes nothing when the disk has no room, and says so', () => {
    const disk = createSmallDisk(1)
    if (!disk) return leaveOut('a restore on a disk that is full', 'the right to mount')
    const operator = createBackup()
    change(operator.file, "INSERT INTO activity_intents VALUES ('x', 'now', hex(zeroblob(1500000)))")
    operator.env.DATA_DIR = disk.path
    const { status, error } = operator.run('restore', [operator.file])
    expect([status, error]).toEqual([
      1,
      `${disk.path.replace(/\/\.$/, '')} cannot be written: the disk is full.`,
    ])
    expect(readdirSync(disk.path).filter(name => name.includes('restore'))).toEqual([])
  })

  test('restore reports a key sealed with another secret, and restores without it', () => {
    const operator = createBackup()
    change(operator.file, "INSERT INTO desk_connection VALUES (1, 'Fe26.2*1*sealed-by-another-secret')")
    expect(operator.run('restore', [operator.file])).toMatchObject({
      status: 1,
      error: expect.stringContaining('APP_SECRET'),
    })
    expect(operator.run('restore', ['--without-key', operator.file])).toMatchObject({ status: 0 })
    const database = new DatabaseSync(inDesk(operator))
    expect(database.prepare('SELECT * FROM desk_connection').all()).toEqual([])
    database.close()
  })

  test('restore warns of passwords sealed with another secret, and restores them without it', () => {
    const operator = createBackup()
    change(
      operator.file,
      `INSERT INTO deliveries (id, name, project_id, project, request, destination, secrets, schedule, removals_percent,
         is_on, failures, created_by, created_at)
       VALUES ('1', 'A', 1, '{}', '{}', '{}', 'Fe26.2*1*sealed-by-another-secret', '{}', 10, 0, 0, 'a', 'now')`,
    )
    expect(operator.run('restore', [operator.file])).toMatchObject({
      status: 1,
      error: expect.stringContaining(
        'A password of a delivery in this backup was sealed with another APP_SECRET',
      ),
    })
    expect(operator.run('restore', ['--without-key', operator.file])).toMatchObject({ status: 0 })
  })

  test('restore is refused while a desk runs, but not after one that was killed', async () => {
    const operator = createBackup()
    const owner = await startOwner(operator)
    const { status, error } = operator.run('restore', [operator.file])
    expect(status).toBe(1)
    expect(error).toContain(`process ${owner.pid} on ${hostname()}, since 20`)
    expect(emailsIn(inDesk(operator))).toHaveLength(2)
    // Reading, and changing accounts, does not need exclusive access.
    expect(operator.account('list')).toMatchObject({ status: 0 })
    expect(operator.run('backup', [join(operator.dataDir, 'beside.sqlite')])).toMatchObject({ status: 0 })
    owner.kill('SIGKILL')
    await once(owner, 'exit')
    expect(operator.run('restore', [operator.file])).toMatchObject({ status: 0 })
  })

  test('restore does what the documents say, in their own words', () => {
    const operator = createOperator()
    add(operator, 'anna@example.com')
    const [, commands = ''] =
      /```sh\n(npm run backup[^`]+)```/.exec(readFileSync('docs/operations/backup-and-restore.md', 'utf8')) ??
      []
    const [backup = '', restore = ''] = commands.replaceAll('/backup', createTempFolder()).trim().split('\n')
    const run = (command: string) =>
      spawnSync('sh', ['-c', command], { cwd: ROOT, env: operator.env, encoding: 'utf8' })
    expect(run(backup)).toMatchObject({ status: 0 })
    add(operator, 'ben@example.com')
    expect(run(restore)).toMatchObject({ status: 0 })
    expect(emailsIn(inDesk(operator))).toEqual(['anna@example.com'])
  }, 240_000)
})

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA foreign_keys = OFF; ${sql}`)
  database.close()
}

/** Overwrites whole pages in the middle with zeros. */
function damage(file: string): void {
  const bytes = readFileSync(file)
  bytes.fill(0xff, 8_192, bytes.length - 8_192)
  writeFileSync(file, bytes)
}
