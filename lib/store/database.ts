import 'server-only'
import { chmodSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { getEnv } from '#lib/env.ts'
import { singleton } from '#lib/singleton.ts'
import { MIGRATIONS } from './migrations.ts'

/** The one embedded database of this process: `desk.sqlite` in `DATA_DIR`, readable by its owner only. */
export function getDatabase(): DatabaseSync {
  return singleton('database', () => openDatabase(getEnv().dataDir))
}

/** Opens and migrates. A database from a newer version of the desk is refused instead of guessed at. */
export function openDatabase(dataDir: string): DatabaseSync {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const path = join(dataDir, 'desk.sqlite')
  const database = new DatabaseSync(path)
  chmodSync(path, 0o600)
  database.exec('PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON; PRAGMA busy_timeout = 5000')
  migrate(database)
  return database
}

function migrate(database: DatabaseSync): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    const done = Number(database.prepare('PRAGMA user_version').get()?.user_version ?? 0)
    if (done > MIGRATIONS.length) throw new Error('The database was written by a newer version of the desk.')
    for (const step of MIGRATIONS.slice(done)) database.exec(step)
    database.exec(`PRAGMA user_version = ${MIGRATIONS.length}`)
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}
