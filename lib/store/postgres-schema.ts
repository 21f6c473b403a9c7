import 'server-only'
import type { PoolClient } from 'pg'
import { DatabaseError } from './database-file.ts'
import { FIRST_POSTGRES_VERSION, MIGRATIONS, POSTGRES_MIGRATIONS } from './migrations.ts'

/** First key of the desk's advisory locks in its database, "desk"; the second key names the lock. */
export const LOCK_SPACE = 0x6465736b
export const LOCKS = { migrate: 1, desk: 2, turn: 3 } as const

/**
 * For statements that may take longer than any other of a desk. `SET LOCAL statement_timeout = 0` lifts the server's
 * limit; this lifts the client's. The client has no "none" for one statement, so this is the longest time of a timer.
 */
export const UNHURRIED = { query_timeout: 2 ** 31 - 1 }

/**
 * Migrates the schema, in one transaction under a lock: of ten desks that start at once, one does it, and the others
 * find it done. Throws DatabaseError, and changes nothing, for a database that a newer desk or another program has
 * written.
 */
export async function migratePostgres(client: PoolClient): Promise<void> {
  // Each statement must see what was committed while it waited for the lock, and may take longer than any other.
  await client.query('BEGIN ISOLATION LEVEL READ COMMITTED')
  try {
    const before = await readVersion(client)
    if (before !== MIGRATIONS.length) await migrate(client)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {})
    throw error
  }
}

async function migrate(client: PoolClient): Promise<void> {
  await client.query('SET LOCAL lock_timeout = 0; SET LOCAL statement_timeout = 0')
  const lock = { text: 'SELECT pg_advisory_xact_lock($1, $2)', values: [LOCK_SPACE, LOCKS.migrate] }
  await client.query({ ...lock, ...UNHURRIED })
  const version = await readVersion(client)
  if (version > MIGRATIONS.length)
    throw new DatabaseError(
      `The database was written by a newer version of the desk (schema ${version}, this one knows ${MIGRATIONS.length}): start that version, or restore a backup of before.`,
    )
  if (version === 0) await requireEmpty(client)
  const from = version === 0 ? 0 : version - FIRST_POSTGRES_VERSION + 1
  for (const step of POSTGRES_MIGRATIONS.slice(from)) await client.query({ text: step(), ...UNHURRIED })
  await client.query(
    version === 0 ? 'INSERT INTO desk_schema VALUES (1, $1)' : 'UPDATE desk_schema SET version = $1',
    [MIGRATIONS.length],
  )
}

/**
 * Returns the number of migrations that the schema has applied; 0 for a new one. Reads a row of the catalogue instead
 * of a name (`to_regclass`): a connection caches that a name does not exist, even while it waits for the desk that
 * creates it.
 */
export async function readVersion(client: Pick<PoolClient, 'query'>): Promise<number> {
  const { rows } = await client.query(
    "SELECT EXISTS (SELECT FROM pg_class WHERE relname = 'desk_schema' AND pg_table_is_visible(oid))::int AS there",
  )
  if (!Number(rows[0]?.there)) return 0
  const found = await client.query('SELECT version FROM desk_schema')
  return Number(found.rows[0]?.version ?? 0)
}

async function requireEmpty(client: PoolClient): Promise<void> {
  const { rows } = await client.query(
    "SELECT count(*) AS n FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'v', 'm', 'S')",
  )
  if (Number(rows[0]?.n) > 0)
    throw new DatabaseError(
      'The database holds tables of another program: give the desk a database of its own (CREATE DATABASE …).',
    )
  await client.query(
    'CREATE TABLE desk_schema (one BIGINT PRIMARY KEY CHECK (one = 1), version BIGINT NOT NULL)',
  )
}

/** Returns the desk that works with the database now (`process 7 on host, since …`), or null when none does. */
export async function findDesk(client: Pick<PoolClient, 'query'>): Promise<string | null> {
  const { rows } = await client.query(
    `SELECT application_name AS name, backend_start AS since FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND classid = $1 AND objid = $2 AND datname = current_database()`,
    [LOCK_SPACE, LOCKS.desk],
  )
  const owners = rows.map(({ name, since }) => `${name}, since ${new Date(since).toISOString()}`)
  return owners.length > 0 ? owners.join('; ') : null
}
