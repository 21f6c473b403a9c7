import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statfsSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { expect, test } from 'vitest'
import { openDatabase } from '#lib/store/database.ts'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { createSmallDisk, makeReadOnly } from '#tests/support/small-disk.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const ROOT = join(import.meta.dirname, '../../../../..')
const SHORT = 'canary-too-short'
const SETTINGS = {
  APP_URL: 'https://desk.example.test',
  APP_SECRET: 'kW3vX9qLm2Zr8TbY5nHs7JcDf4GpQa6E',
  PORTRAIT_API_URL: 'https://portraits.example.test/api/v1',
}

/** The effect of `npm start` once everything is installed and built. */
function start(settings: object, dataDir = join(createTempFolder(), 'data')) {
  const flags = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']
  const env = {
    ...COMPILE_CACHE,
    NODE_ENV: 'production' as const,
    PATH: process.env.PATH,
    DATA_DIR: dataDir,
    ...SETTINGS,
  }
  const { status, stdout, stderr } = spawnSync(process.execPath, [...flags, 'scripts/serve.ts', 'start'], {
    cwd: ROOT,
    env: { ...env, ...settings },
    encoding: 'utf8',
    timeout: 30_000,
  })
  return { status, said: stdout + stderr, dataDir }
}

test.each([
  ['APP_SECRET', { APP_SECRET: undefined }],
  ['APP_SECRET', { APP_SECRET: SHORT }],
  ['APP_URL', { APP_URL: 'http://canary-desk.example.test' }],
  ['LOCAL_SIGN_IN', { LOCAL_SIGN_IN: 'canary' }],
  ['HOST', { HOST: 'canary' }],
  ['TRUST_PROXY', { TRUST_PROXY: 'canary' }],
])(
  'a desk whose %s is missing or wrong fails to start, and names it without its value: %j',
  (name, settings) => {
    const { status, said, dataDir } = start(settings)
    expect(status).toBe(1)
    expect(said.trim().split('\n')).toEqual([expect.stringMatching(new RegExp(`\\b${name}\\b`))])
    expect(said).not.toContain('canary')
    expect(existsSync(dataDir)).toBe(false)
  },
) // A1

test('a HOST that this machine does not have is named, instead of a port in use', () => {
  const { status, said } = start({ HOST: '192.0.2.1' })
  expect([status, said]).toEqual([1, 'HOST names an address that this machine does not have.\n'])
})

/** Paths at which no folder can be created. `/proc` always answers ENOENT, which Node never resolves. */
function createPaths(): [string, string][] {
  const folder = createTempFolder()
  writeFileSync(join(folder, 'file'), '')
  symlinkSync(join(folder, 'nowhere'), join(folder, 'link'))
  const long = 'x'.repeat(300)
  const paths: [string, string][] = [
    [join(folder, 'file', 'data'), 'a part of its path is no folder (EEXIST)'],
    [join(folder, 'link'), 'a part of its path is no folder (EEXIST)'],
    [join(folder, long), 'its name is too long (ENAMETOOLONG)'],
  ]
  return existsSync('/proc/self')
    ? [...paths, ['/proc/nowhere/data', 'nothing can be made there (ENOENT)']]
    : paths
}

test('a data folder that cannot be created ends the start at once, with the reason', () => {
  for (const [path, reason] of createPaths()) {
    const { status, said } = start({ DATA_DIR: path })
    expect([status, said]).toEqual([1, `DATA_DIR names a folder that cannot be made: ${reason}.\n`])
  }
})

test('an unreadable file of receiving systems ends the start, with file and place', () => {
  const path = join(createTempFolder(), 'own.json')
  expect(start({ EXPORT_TARGETS_FILE: path })).toMatchObject({
    status: 1,
    said: `EXPORT_TARGETS_FILE names a file that is not there: ${path}.\n`,
  })
  writeFileSync(path, '{\n  "targets": [],\n}')
  expect(start({ EXPORT_TARGETS_FILE: path })).toMatchObject({
    status: 1,
    said: `EXPORT_TARGETS_FILE: ${path}: line 3, column 1: this is no JSON.\n`,
  })
})

test.each<[string, RegExp, (path: string) => void]>([
  ['is damaged', /is damaged\. Restore a backup/, damaged],
  [
    'is of another program',
    /is not a database of Portrait Desk/,
    path => made(path, 'CREATE TABLE recipes (id)'),
  ],
  ['is no database', /is not a database of Portrait Desk/, path => writeFileSync(path, 'x'.repeat(5_000))],
  [
    'is of a newer desk',
    /newer version of the desk \(schema 999/,
    path => made(path, 'PRAGMA user_version = 999'),
  ],
])('a desk whose database %s fails to start, and says so in one sentence', (_, said, make) => {
  const dataDir = createTempFolder()
  const path = join(dataDir, 'desk.sqlite')
  make(path)
  const before = readFileSync(path)
  const answer = start({ PORT: '3998' }, dataDir)
  expect(answer.status).toBe(1)
  expect(answer.said.trim().split('\n')).toEqual([expect.stringMatching(said)])
  expect(answer.said).toContain(path)
  expect(readFileSync(path).equals(before)).toBe(true)
})

/** Data folders with a database that cannot be written. */
const spoiled = (dataDir: string) => {
  openDatabase(dataDir).close()
  return join(dataDir, 'desk.sqlite')
}

test.each<[string, (dataDir: string) => boolean, RegExp]>([
  [
    'its folder is read-only',
    dataDir => makeReadOnly(dataDir),
    /^DATA_DIR names a folder that cannot be written: the disk is read-only, or .*ReadWritePaths= \(EROFS\)\.$/,
  ],
  [
    'its database alone is read-only',
    dataDir => makeReadOnly(join(dataDir, 'desk.sqlite')),
    /desk\.sqlite cannot be written: look at the owner and the rights of the file and its folder\.$/,
  ],
])('a desk fails to start when %s, and says so in one sentence', (_, spoil, sentence) => {
  const dataDir = createTempFolder()
  spoiled(dataDir)
  if (!spoil(dataDir)) return leaveOut('a database that is read-only', 'the right to mount')
  const { status, said } = start({ PORT: '3998' }, dataDir)
  expect([status, said.trim().split('\n')]).toEqual([1, [expect.stringMatching(sentence)]])
})

test.each([0, 4, 8, 16, 40, 100])(
  'a desk with %i KiB of free disk does not start, says so and leaves nothing behind',
  kib => {
    const disk = createSmallDisk(4)
    if (!disk) return leaveOut('a disk that is full', 'the right to mount')
    const { path } = disk
    spoiled(path)
    const { bavail, bsize } = statfsSync(path)
    writeFileSync(join(path, 'full'), Buffer.alloc(bavail * bsize - kib * 1024))
    const before = readdirSync(path)
    const { status, said } = start({ PORT: '3998' }, path)
    expect([status, said]).toEqual([
      1,
      'DATA_DIR names a folder that cannot be written: the disk is full (ENOSPC).\n',
    ])
    expect(readdirSync(path)).toEqual(before)
  },
)

test('restoring on a full disk reports the full disk, instead of a lock that failed', async () => {
  const disk = createSmallDisk(1)
  if (!disk) return leaveOut('a disk that is full', 'the right to mount')
  const { bavail, bsize } = statfsSync(disk.path)
  writeFileSync(join(disk.path, 'full'), Buffer.alloc(bavail * bsize))
  applySettings({ DATA_DIR: disk.path })
  const { lockDataDir } = await import('#lib/store/data-dir-lock.ts')
  expect(lockDataDir).toThrow(/desk\.lock cannot be written: the disk is full\.$/)
})

function made(path: string, sql: string): void {
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
}

function damaged(path: string): void {
  openDatabase(dirname(path)).close()
  const bytes = readFileSync(path)
  writeFileSync(path, bytes.fill(0xff, 8_192, bytes.length - 8_192))
}
