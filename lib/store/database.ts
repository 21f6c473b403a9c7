import 'server-only'
import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeDataFolder } from '#lib/data-folder.ts'
import { getEnv } from '#lib/env.ts'
import { singleton } from '#lib/singleton.ts'
import { MIGRATIONS } from './migrations.ts'
import { ensurePracticeAccount } from './practice-account.ts'

const FILE = 'desk.sqlite'
/** Practice mode never opens the real database, so nothing of it is there once a real service is configured. */
const PRACTICE_FILE = 'practice.sqlite'

/** The one embedded database of this process, in `DATA_DIR`, readable by its owner only. */
export function getDatabase(): DatabaseSync {
  return singleton('database', () => {
    const { practice, dataDir } = getEnv()
    const database = openDatabase(dataDir, practice ? PRACTICE_FILE : FILE)
    if (practice) ensurePracticeAccount(database)
    return database
  })
}

/** Where that database is, whether or not it was made yet. */
export function getDatabasePath(): string {
  const { practice, dataDir } = getEnv()
  return join(/*turbopackIgnore: true*/ dataDir, practice ? PRACTICE_FILE : FILE)
}

/** Opens and migrates. A database from a newer version of the desk is refused instead of guessed at. */
export function openDatabase(dataDir: string, file = FILE): DatabaseSync {
  makeDataFolder(dataDir)
  // The folder is known only when the desk runs: the build must not follow it, or it takes the whole project along.
  const path = join(/*turbopackIgnore: true*/ dataDir, file)
  const database = new DatabaseSync(path)
  chmodSync(path, 0o600)
  database.exec('PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON')
  inTransaction(database, () => migrate(database))
  return database
}

/** All or nothing, and alone among the writers. `run` is synchronous, so nothing of this process comes between. */
export function inTransaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    database.exec('COMMIT')
    return result
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

function migrate(database: DatabaseSync): void {
  const done = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0)
  if (done > MIGRATIONS.length) throw new Error('The database was written by a newer version of the desk.')
  for (const step of MIGRATIONS.slice(done)) database.exec(step)
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
}
