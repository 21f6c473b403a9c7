/**
 * `portrait-desk restore FILE [--without-key]`: replaces the database with a backup. Faults of the file are reported
 * before any change, and the replaced database is kept.
 */
import { accessSync, constants, copyFileSync, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { judgeSeal, readSeals, type StoredSeal } from '#lib/session/connection/stored-seals.ts'
import { getEnv, SettingsError } from '#lib/settings/env.ts'
import { toFileTrouble } from '#lib/settings/file-trouble.ts'
import { lockDataDir } from '#lib/store/data-dir-lock.ts'
import { databasePath } from '#lib/store/database.ts'
import {
  copyDatabase,
  DatabaseError,
  explained,
  hasContent,
  openFile,
  readVersion,
  requireSound,
  toRestoreFolder,
  toStamp,
} from '#lib/store/database-file.ts'
import { requireOperator } from './operator.ts'
import { fail } from './setup.mjs'
import { USAGE } from './usage.ts'

/** Files that SQLite keeps beside an open or unclosed database. */
const SIDE_FILES = ['-wal', '-shm']

try {
  const args = requireOperator(process.argv.slice(2))
  const withoutKey = args.includes('--without-key')
  const [file, ...rest] = args.filter(arg => arg !== '--without-key')
  if (!file || rest.length > 0) fail(USAGE.restore)
  const { database } = getEnv()
  if (database !== null)
    fail(
      `The database is on a server (DATABASE_URL): stop the desk and restore it there into an empty database, with dropdb, createdb and "pg_restore --dbname=${database.connection.database} FILE" (docs/operations/backup-and-restore.md). A file of before is brought there by "portrait-desk store copy".`,
    )
  if (!hasContent(file)) fail(`There is no such file: ${file}.`)
  requireReadableFile(file)
  const release = lockDataDir()
  try {
    await restore(file, withoutKey)
  } finally {
    release()
  }
} catch (error) {
  if (error instanceof SettingsError || error instanceof DatabaseError) fail(error.message)
  throw error
}

async function restore(file: string, withoutKey: boolean): Promise<void> {
  const path = databasePath()
  const folder = join(dirname(path), toRestoreFolder())
  mkdirSync(folder, { mode: 0o700 })
  try {
    const checked = await checkCopy(file, { folder, withoutKey })
    const kept = hasContent(path) ? keep(path) : null
    for (const side of SIDE_FILES) rmSync(path + side, { force: true })
    renameSync(checked, path)
    console.log(
      [
        `${file} is the database of the desk now.`,
        ...(kept ? [`What was there before is kept as ${kept}.`] : []),
        'Start the desk.',
      ].join(' '),
    )
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Never opens the file itself, because SQLite would write beside it. Returns the path of a sound, complete copy. */
async function checkCopy(
  file: string,
  { folder, withoutKey }: { folder: string; withoutKey: boolean },
): Promise<string> {
  const copy = join(folder, basename(file))
  copyAll(file, copy, SIDE_FILES)
  const whole = join(folder, 'whole.sqlite')
  const database = naming(file, copy, () => openFile(copy))
  try {
    naming(file, copy, () => {
      if (readVersion(database) === 0)
        throw new DatabaseError(`${copy} holds nothing: it is no backup of a desk.`)
      requireSound(database, copy)
    })
    if (withoutKey) database.exec('DELETE FROM desk_connection')
    else for await (const seal of readSeals(database)) await requireReadable(seal)
    copyDatabase(database, whole)
  } finally {
    database.close()
  }
  return whole
}

async function requireReadable(seal: StoredSeal): Promise<void> {
  if ((await judgeSeal(seal)) !== 'unreadable') return
  const { what, again } = {
    company: { what: 'The key of the photo service', again: 'the key again on the page Connection' },
    delivery: { what: 'A password of a delivery', again: 'key and passwords again' },
    own_photo: { what: 'A photo that a delivery has replaced', again: 'key and passwords again' },
  }[seal.purpose]
  throw new DatabaseError(
    `${what} in this backup was sealed with another APP_SECRET: set APP_SECRET or APP_SECRET_PREVIOUS to the one of that time, or add --without-key and enter ${again}.`,
  )
}

/** Copies the database with its side files. The database itself stays until the new one replaces it. */
function keep(path: string): string {
  const kept = `${path}.before-restore-${toStamp(new Date())}`
  try {
    // Closing the copy writes the side files into it. A damaged copy is kept as it is.
    openFile(path).close()
  } catch {}
  copyAll(path, kept, ['-wal'])
  return kept
}

/** Copies a file with the side files of SQLite. Throws DatabaseError where `DATA_DIR` has no room for the copy. */
function copyAll(from: string, to: string, sides: string[]): void {
  explained(dirname(databasePath()), () => {
    for (const side of ['', ...sides]) if (existsSync(from + side)) copyFileSync(from + side, to + side)
  })
}

function requireReadableFile(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (cause) {
    throw new DatabaseError(`${file} ${toFileTrouble(cause)}.`, { cause })
  }
}

/** Names the operator's file in errors, instead of our copy. */
function naming<Result>(file: string, copy: string, work: () => Result): Result {
  try {
    return work()
  } catch (error) {
    if (error instanceof DatabaseError)
      throw new DatabaseError(error.message.replace(copy, file), { cause: error })
    throw error
  }
}
