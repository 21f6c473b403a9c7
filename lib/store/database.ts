import 'server-only'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeDataFolder } from '#lib/settings/data-folder.ts'
import { getEnv, PRACTICE } from '#lib/settings/env.ts'
import { dropSingleton, singleton } from '#lib/singleton.ts'
import {
  DatabaseError,
  explained,
  hasContent,
  keepBefore,
  openAsItIs,
  openFile,
  readVersion,
  requireSound,
  requireWritable,
} from './database-file.ts'
import type { Database } from './engine.ts'
import { fenced } from './fenced.ts'
import { MIGRATIONS } from './migrations.ts'
import { openPostgres, type PostgresDatabase } from './postgres.ts'
import { explainedAtStart } from './postgres-errors.ts'
import { onSqlite, transactionNow } from './sqlite.ts'

const FILE = 'desk.sqlite'
/** Practice mode never opens the real database, so none of its data remains once a real service is configured. */
const PRACTICE_FILE = 'practice.sqlite'
/** Hash of `PRACTICE.password`, which is shown on the sign-in page. */
const PRACTICE_PASSWORD_HASH =
  'scrypt$131072$8$1$cG9ydHJhaXQtZGVzay1wcg==$bPhuBQLE1Sh4lReghQOyP1A4jpMSA+zZlVj+pDdKP3A='

/** The one database of this process: on the server that the settings name, or embedded. */
export function getDatabase(): Database {
  return singleton('database', () => {
    const server = getPostgres()
    return server === null ? onSqlite(getSqlite()) : fenced(server)
  })
}

/** Returns the server with all data, or null when a file is used. */
export function getPostgres(): PostgresDatabase | null {
  const { database } = getEnv()
  return database === null ? null : singleton('postgres', () => openPostgres(database))
}

/**
 * Returns the embedded database of this process, in `DATA_DIR`, readable by its owner only. Use it only for what SQLite
 * alone can do: a write through it does not wait for other transactions.
 */
export function getSqlite(): DatabaseSync {
  return singleton('sqlite', () => {
    const { practice, dataDir, database: server } = getEnv()
    if (server !== null) throw new Error('What is kept on a server is in no file.')
    const database = openDatabase(dataDir, databaseFile())
    if (practice) ensurePracticeAccount(database)
    return database
  })
}

/** Returns the path of this desk's database. */
export function databasePath(): string {
  const { dataDir } = getEnv()
  // The folder is known only at run time. The build must not follow the path, or it includes the whole project.
  return join(/*turbopackIgnore: true*/ dataDir, databaseFile())
}

function databaseFile(): string {
  return getEnv().practice ? PRACTICE_FILE : FILE
}

/**
 * Checkpoints the write-ahead log into the file, so that the file alone is complete, and closes the connections to a
 * server. Must be the last action of a process: afterwards there is no database.
 */
export function closeDatabase(): void {
  dropSingleton('database')
  dropSingleton<DatabaseSync>('sqlite')?.close()
  for (const close of dropSingleton<(() => void)[]>('database-closers') ?? []) close()
  // A process that ends does not wait for the server.
  void dropSingleton<PostgresDatabase>('postgres')
    ?.close()
    .catch(() => {})
}

/** Calls `close` when the database is closed, for further connections to its server. */
export function closeWithDatabase(close: () => void): void {
  singleton('database-closers', (): (() => void)[] => []).push(close)
}

/** Throws DatabaseError, in a sentence for an operator, when there is a server and it cannot be written. */
export async function requireServer(): Promise<void> {
  const { database: settings } = getEnv()
  const server = getPostgres()
  if (server !== null && settings !== null) await explainedAtStart(() => server.requireWritable(), settings)
}

/**
 * Prepares the database before the desk starts: reads it completely, migrates it and closes it again. Throws
 * DatabaseError when it is damaged, foreign, newer or not writable. With a server, throws when it cannot be reached, or
 * is empty while the former file has accounts.
 */
export async function prepareDatabase(): Promise<void> {
  const server = getPostgres()
  if (server !== null) {
    await requireServer()
    await requireBroughtAlong(server)
    return closeDatabase()
  }
  const path = databasePath()
  if (hasContent(path)) {
    const database = openFile(path)
    try {
      requireSound(database, path)
      requireWritable(database, path)
    } finally {
      database.close()
    }
  }
  getSqlite()
  closeDatabase()
}

/**
 * Refuses an empty server while the file has accounts. An operator who moves to a server and forgets to copy would get
 * a desk without accounts, and the first visitor could take it over.
 */
async function requireBroughtAlong(server: PostgresDatabase): Promise<void> {
  const path = databasePath()
  const one = 'SELECT 1 AS one FROM accounts LIMIT 1'
  if (!hasContent(path) || (await server.all(one)).length > 0) return
  const accounts = explained(path, () => {
    const database = openAsItIs(path)
    try {
      const isOurs = database.prepare("SELECT 1 AS one FROM sqlite_schema WHERE name = 'accounts'").get()
      return isOurs ? database.prepare(one).all() : []
    } finally {
      database.close()
    }
  })
  if (accounts.length > 0)
    throw new DatabaseError(
      `The database of DATABASE_URL has no accounts, and ${path} has: bring everything along with "portrait-desk store copy --from sqlite --to postgres", or begin anew with "mv ${path} ${path}.before-restore-0", which keeps the file for GONE_DAYS.`,
    )
}

/** Opens and migrates a database; keeps a copy before a migration. Throws DatabaseError. */
export function openDatabase(dataDir: string, file = FILE): DatabaseSync {
  makeDataFolder(dataDir)
  const path = join(/*turbopackIgnore: true*/ dataDir, file)
  const database = openFile(path)
  try {
    const version = readVersion(database)
    if (version > 0 && version < MIGRATIONS.length) keepBefore(database, { dataDir, file, version })
    explained(path, () => transactionNow(database, () => migrate(database)))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Deletes all rows of every table except these, also of tables that are added later. */
export function emptyTables(database: DatabaseSync, kept: ReadonlySet<string>): void {
  const tables = database
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'")
    .all()
    .map(({ name }) => String(name))
    .filter(name => !kept.has(name))
  transactionNow(database, () => {
    database.exec('PRAGMA defer_foreign_keys = ON')
    for (const name of tables) database.exec(`DELETE FROM "${name}"`)
  })
}

/** Reads the version inside the lock: another process may have migrated before. */
function migrate(database: DatabaseSync): void {
  for (const step of MIGRATIONS.slice(readVersion(database))) database.exec(step)
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
}

/** Resets the practice account at each start to what the sign-in page says. */
function ensurePracticeAccount(database: DatabaseSync): void {
  database
    .prepare(
      `INSERT INTO accounts (id, email, role, status, password_hash, created_at)
       VALUES ('practice', ?, 'admin', 'active', ?, ?)
       ON CONFLICT (id) DO UPDATE SET email = excluded.email, role = 'admin', status = 'active',
         password_hash = excluded.password_hash`,
    )
    .run(PRACTICE.email, PRACTICE_PASSWORD_HASH, new Date().toISOString())
}
