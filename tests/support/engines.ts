import { onTestFinished } from 'vitest'
import { openDatabase } from '#lib/store/database.ts'
import type { Database } from '#lib/store/engine.ts'
import { openPostgres, type PostgresDatabase } from '#lib/store/postgres.ts'
import { onSqlite } from '#lib/store/sqlite.ts'
import { leaveOut } from './left-out.ts'
import { IS_NIGHT } from './night.ts'
import { createTestDatabase, POSTGRES } from './postgres.ts'
import { createTempFolder } from './temp-folder.ts'
import { toPostgresSettings } from './to-postgres-settings.ts'

export type Engine = Database['engine']

/** Both engines, for `describe.each`: a store behaves the same on each of them. */
export const ENGINES: readonly Engine[] = POSTGRES ? ['sqlite', 'postgres'] : ['sqlite']
if (!POSTGRES) leaveOut('the stores on PostgreSQL', 'PostgreSQL (Debian: postgresql)')

/** The databases behind the desks of `tests/api`: `npm run test:all` adds PostgreSQL. */
export const DESK_ENGINES: readonly Engine[] = IS_NIGHT ? ENGINES : ['sqlite']

/** An empty database of a desk, for one test. */
export async function openEngine(engine: Engine): Promise<Database> {
  return engine === 'postgres' ? connectTo(await createDeskDatabase()) : embedded(createTempFolder())
}

/** The database of a test for two desks. With SQLite both are the same, because one process has one connection. */
export async function openTwice(engine: Engine): Promise<[Database, Database]> {
  if (engine === 'sqlite') {
    const one = embedded(createTempFolder())
    return [one, one]
  }
  const url = await createDeskDatabase()
  return [connectTo(url), connectTo(url)]
}

/**
 * An empty database. `LATER_SCHEMA=1` (tests/nightly/unit/store/later-schema.test.ts) adds everything that a later
 * version may add.
 */
async function createDeskDatabase(): Promise<string> {
  const url = await createTestDatabase()
  if (process.env.LATER_SCHEMA !== '1') return url
  const database = connectTo(url)
  const tables = await database.all(
    "SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema() AND tablename <> 'desk_schema'",
  )
  for (const { name } of tables) {
    await database.run(
      `ALTER TABLE ${name} ADD COLUMN later_words TEXT, ADD COLUMN later_number BIGINT NOT NULL DEFAULT 7`,
    )
    await database.run(`CREATE INDEX later_${name} ON ${name} (later_number)`)
  }
  await database.run(
    'CREATE TABLE later (account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE)',
  )
  return url
}

export function embedded(folder: string): Database {
  const database = openDatabase(folder)
  onTestFinished(() => {
    if (database.isOpen) database.close()
  })
  return onSqlite(database)
}

/** Connects a desk to a database. The limits are high unless a test sets them. */
export function connectTo(
  url: string,
  limits: { poolMax?: number; statementMs?: number; lockMs?: number } = {},
): PostgresDatabase {
  const database = openPostgres({ ...toPostgresSettings(url), ...limits })
  onTestFinished(() => database.close().catch(() => {}))
  return database
}
