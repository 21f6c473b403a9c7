import 'server-only'
import { randomUUID } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { MIGRATIONS } from './migrations.ts'

/** One sentence for the operator about the database or its folder. It names files and never their content. */
export class DatabaseError extends Error {
  override name = 'DatabaseError'
}

/** SQLite's primary result codes: https://www.sqlite.org/rescode.html */
const SENTENCES: Record<number, string> = {
  5: 'is used by another program.',
  8: 'cannot be written: look at the owner and the rights of the file and its folder.',
  10: 'cannot be read or written: the disk reports an error.',
  11: 'is damaged. Restore a backup: portrait-desk restore FILE.',
  13: 'cannot be written: the disk is full.',
  14: 'cannot be opened: look at the owner and the rights of the file and its folder.',
  26: 'is not a database of Portrait Desk.',
}
/** Errors of the file system, and the result code with which SQLite would report the same. */
const SAME_AS: Record<string, number> = { EACCES: 8, EPERM: 8, EROFS: 8, ENOSPC: 13, EDQUOT: 13 }
/** Folder beside the database for copies from before a newer version of the desk changed it. */
const BACKUP_FOLDER = 'backups'
const KEPT_BACKUPS = 3

/** Name of the folder in `DATA_DIR` in which a restore checks its file; a restore that was killed leaves it. */
export const toRestoreFolder = () => `restore-${randomUUID()}`
export const isRestoreFolder = (name: string) => /^restore-[\da-f-]{36}$/.test(name)

/**
 * Opens a database without migrating it. Throws DatabaseError, and changes nothing, when a newer desk or another
 * program has written it.
 */
export function openFile(path: string): DatabaseSync {
  return explained(path, () => {
    const database = new DatabaseSync(path, { timeout: 5_000 })
    try {
      requireKnown(database, path)
      // Overwrites deleted content instead of only unlinking it.
      database.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON')
      chmodSync(path, 0o600)
      return database
    } catch (error) {
      database.close()
      throw error
    }
  })
}

/**
 * Opens a database for reading only. Without a write-ahead log no process has it open, so it is read as immutable:
 * otherwise reading would create a log, which would stay behind.
 */
export function openAsItIs(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  if (!existsSync(`${path}-wal`)) url.searchParams.set('immutable', '1')
  return new DatabaseSync(url, { readOnly: true })
}

/** Returns the number of migrations that a database has applied; 0 for a new one. */
export function readVersion(database: DatabaseSync): number {
  return Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0)
}

function requireKnown(database: DatabaseSync, path: string): void {
  const version = readVersion(database)
  if (version > MIGRATIONS.length)
    throw new DatabaseError(
      `${path} was written by a newer version of the desk (schema ${version}, this one knows ${MIGRATIONS.length}): start that version, or restore a backup of before.`,
    )
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
    .all()
    .map(({ name }) => name)
  if (version > 0 ? !tables.includes('accounts') : tables.length > 0)
    throw new DatabaseError(`${path} ${SENTENCES[26]}`)
}

/** Returns SQLite's primary result code of a failure, also of one of the file system; 0 for any other. */
export function toErrcode(thrown: unknown): number {
  if (!(thrown instanceof Error)) return 0
  if ('errcode' in thrown) return Number(thrown.errcode) & 0xff
  return ('code' in thrown && SAME_AS[String(thrown.code)]) || 0
}

/** Runs work on a database, and turns codes of SQLite and the file system into sentences. */
export function explained<Result>(path: string, work: () => Result): Result {
  try {
    return work()
  } catch (cause) {
    const sentence = SENTENCES[toErrcode(cause)]
    throw sentence ? new DatabaseError(`${path} ${sentence}`, { cause }) : cause
  }
}

/** Reads a whole database. Throws DatabaseError when anything in it is damaged. */
export function requireSound(database: DatabaseSync, path: string): void {
  explained(path, () => {
    const result = database.prepare('PRAGMA integrity_check(1)').get()?.integrity_check
    if (result !== 'ok') throw new DatabaseError(`${path} ${SENTENCES[11]}`)
  })
}

/** Tests by writing that the database can be written. Throws DatabaseError. */
export function requireWritable(database: DatabaseSync, path: string): void {
  explained(path, () => {
    database.exec(`BEGIN IMMEDIATE; PRAGMA user_version = ${readVersion(database)}; COMMIT`)
  })
}

/**
 * Writes a whole copy with access for its owner only, also while the database is being written. The path must be free,
 * or an empty file, as a copy leaves it that was killed. The name is claimed first; the content appears under it only
 * when it is whole and on the disk. Throws DatabaseError.
 */
export function copyDatabase(database: DatabaseSync, path: string): void {
  const partial = `${path}.${randomUUID()}.partial`
  claim(path)
  try {
    explained(path, () => database.prepare('VACUUM INTO ?').run(partial))
    chmodSync(partial, 0o600)
    sync(partial)
    renameSync(partial, path)
  } catch (error) {
    for (const left of [partial, path]) rmSync(left, { force: true })
    throw error
  }
}

function sync(path: string): void {
  const file = openSync(path, 'r')
  try {
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

function claim(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600))
  } catch (cause) {
    const exists = cause instanceof Error && 'code' in cause && cause.code === 'EEXIST'
    if (exists && statSync(path).isFile() && !hasContent(path)) return
    throw new DatabaseError(
      exists ? `${path} exists already: name a new file.` : `${path} cannot be written: look at its folder.`,
      { cause },
    )
  }
}

/**
 * Keeps a copy of what a newer version is about to change, and deletes all but the last two before it. Throws
 * DatabaseError.
 */
export function keepBefore(database: DatabaseSync, { dataDir, file, version }: BeforeMigration): string {
  const folder = join(dataDir, BACKUP_FOLDER)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stem = basename(file, '.sqlite')
  const path = join(folder, `${stem}-${toStamp(new Date())}-v${version}.sqlite`)
  copyDatabase(database, path)
  // Names sort by a clock that may have been ahead, so the new copy is excluded by its name. An empty file is a copy
  // that was interrupted.
  const older = readdirSync(folder)
    .filter(name => name.startsWith(`${stem}-`) && name.endsWith('.sqlite') && name !== basename(path))
    .filter(name => hasContent(join(folder, name)))
  for (const name of older.toSorted().slice(0, 1 - KEPT_BACKUPS)) rmSync(join(folder, name))
  return path
}

type BeforeMigration = { dataDir: string; file: string; version: number }

/** Formats a time for a file name, to the millisecond, so that names sort by time. */
export function toStamp(at: Date): string {
  return at.toISOString().replaceAll(/[-:]/g, '')
}

export function hasContent(path: string): boolean {
  return (statSync(path, { throwIfNoEntry: false })?.size ?? 0) > 0
}
