import 'server-only'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { makeDataFolder } from '#lib/settings/data-folder.ts'
import { getEnv } from '#lib/settings/env.ts'
import { dropSingleton, singleton } from '#lib/singleton.ts'
import {
  explained,
  hasContent,
  keepBefore,
  openFile,
  readVersion,
  requireSound,
  requireWritable,
} from './database-file.ts'
import { MIGRATIONS } from './migrations.ts'
import { ensurePracticeAccount } from './practice-account.ts'
import { transaction } from './transaction.ts'

const FILE = 'desk.sqlite'
/** Practice mode never opens the real database, so nothing of it is there once a real service is configured. */
const PRACTICE_FILE = 'practice.sqlite'

/** Where the database of this desk lies. */
export function databasePath(): string {
  const { dataDir } = getEnv()
  // The folder is known only when the desk runs: the build must not follow it, or it takes the whole project along.
  return join(/*turbopackIgnore: true*/ dataDir, databaseFile())
}

function databaseFile(): string {
  return getEnv().practice ? PRACTICE_FILE : FILE
}

/** The one embedded database of this process, in `DATA_DIR`, readable by its owner only. */
export function getDatabase(): DatabaseSync {
  return singleton('database', () => {
    const { practice, dataDir } = getEnv()
    const database = openDatabase(dataDir, databaseFile())
    if (practice) ensurePracticeAccount(database)
    return database
  })
}

/**
 * Writes what is still beside the file into it, so that the file alone is everything, and removes what was beside it.
 * The last thing that a process does: afterwards there is no database.
 */
export function closeDatabase(): void {
  dropSingleton<DatabaseSync>('database')?.close()
}

/**
 * Before the desk starts: the database is read from end to end, brought up to date and closed again. Throws DatabaseError
 * for one that is damaged, foreign, newer or cannot be written.
 */
export function prepareDatabase(): void {
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
  getDatabase()
  closeDatabase()
}

/** Opens and migrates; what a migration is about to change is kept. Throws DatabaseError. */
export function openDatabase(dataDir: string, file = FILE): DatabaseSync {
  makeDataFolder(dataDir)
  const path = join(/*turbopackIgnore: true*/ dataDir, file)
  const database = openFile(path)
  try {
    const version = readVersion(database)
    if (version > 0 && version < MIGRATIONS.length) keepBefore(database, { dataDir, file, version })
    explained(path, () => transaction(database, () => migrate(database)))
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Another process may have done it between the look and the lock. */
function migrate(database: DatabaseSync): void {
  for (const step of MIGRATIONS.slice(readVersion(database))) database.exec(step)
  database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
}
