import 'server-only'
import { createHash } from 'node:crypto'
import type { DatabaseSync } from 'node:sqlite'
import type { PoolClient } from 'pg'
import { DatabaseError } from './database-file.ts'
import type { Database, Row, Value } from './engine.ts'
import { type PostgresDatabase, toStorable } from './postgres.ts'
import { UNHURRIED } from './postgres-schema.ts'
import { onSqlite } from './sqlite.ts'

/** Rows in memory at a time; rows with photos are large. */
const PAGE_ROWS = 500
const PAGE_ROWS_OF: Partial<Record<string, number>> = { own_photos: 10 }
/** The one table that has a row in every database from the beginning. */
const ONE_ROW = 'activity_retention'

type Table = { name: string; columns: string[]; key: string[] }
type Engines = { sqlite: DatabaseSync; postgres: PostgresDatabase }
export type CopiedTable = { name: string; rows: number; sha256: string }

/** The database that rows are written to; nothing is permanent before `commit`. */
type Target = {
  all(sql: string, values?: Value[]): Promise<Row[]>
  each(sql: string, rows: Value[][]): Promise<void>
  /** Ensures that no id of the log is ever used twice. */
  setLastActivity(id: number): Promise<void>
  commit(): Promise<void>
  rollback(): Promise<void>
}

/**
 * Copies all data from one engine to the other, all or nothing, and reads it back: count and SHA-256 of each table must
 * be the same on both sides. The caller holds the locks, so that no desk works on either. Throws DatabaseError, and
 * leaves the target unchanged, when the target contains data already or the copy differs.
 */
export async function copyStore(engines: Engines, to: Database['engine']): Promise<CopiedTable[]> {
  const { sqlite, postgres } = engines
  const source: Database = to === 'postgres' ? onSqlite(sqlite) : postgres
  const tables = listTables(sqlite)
  const target = to === 'postgres' ? await openServer(postgres) : openEmbedded(sqlite)
  // Values that PostgreSQL cannot store are compared in their replaced form.
  const toStored = to === 'postgres' ? toStorable : (value: Value) => value
  try {
    await requireEmpty(target, tables)
    const copied: CopiedTable[] = []
    for (const table of tables) copied.push(await copyTable(source, target, { table, toStored }))
    await target.setLastActivity(await lastActivity(source))
    for (const [index, table] of tables.entries()) {
      const there = await digest(table, (sql, values) => target.all(sql, values))
      if (there.rows !== copied[index]?.rows || there.sha256 !== copied[index]?.sha256)
        throw new DatabaseError(`The copy of ${table.name} is not what was read: nothing was copied.`)
    }
    await target.commit()
    return copied
  } catch (error) {
    await target.rollback()
    throw error
  }
}

/** Lists the tables in an order in which each refers to earlier ones only. */
function listTables(sqlite: DatabaseSync): Table[] {
  const names = sqlite
    .prepare(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY rowid",
    )
    .all()
  return names.map(({ name }) => {
    const columns = sqlite.prepare('SELECT name, pk FROM pragma_table_info(?)').all(String(name))
    const key = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk))
    const namesOf = (list: Row[]) => list.map(column => String(column.name))
    return { name: String(name), columns: namesOf(columns), key: namesOf(key) }
  })
}

async function requireEmpty(target: Target, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.filter(table => table.name !== ONE_ROW)) {
    const found = await target.all(`SELECT 1 AS one FROM ${name} LIMIT 1`)
    if (found.length > 0)
      throw new DatabaseError(`The target is not empty: it has rows in ${name}. Nothing was copied.`)
  }
}

async function copyTable(
  source: Database,
  target: Target,
  { table, toStored }: { table: Table; toStored: (value: Value) => Value },
): Promise<CopiedTable> {
  const { name, columns } = table
  const places = columns.map(() => '?').join(', ')
  const insert =
    name === ONE_ROW
      ? `UPDATE ${name} SET ${columns.map(column => `${column} = ?`).join(', ')}`
      : `INSERT INTO ${name} (${columns.join(', ')}) VALUES (${places})`
  return digest(table, async (sql, values) => {
    const rows = await source.all(sql, ...values)
    const stored = rows.map(row => columns.map(column => toStored(row[column] as Value)))
    await target.each(insert, stored)
    return stored.map(list => Object.fromEntries(columns.map((column, index) => [column, list[index]])))
  })
}

/** Reads a whole table and returns its count and hash. */
async function digest(
  { name, columns, key }: Table,
  read: (sql: string, values: Value[]) => Promise<Row[]>,
): Promise<CopiedTable> {
  const hash = createHash('sha256')
  const places = key.map(() => '?').join(', ')
  const pageRows = PAGE_ROWS_OF[name] ?? PAGE_ROWS
  const order = `ORDER BY ${key.join(', ')} LIMIT ${pageRows}`
  let rows = 0
  let last: Value[] | null = null
  for (;;) {
    const after: string = last ? `WHERE (${key.join(', ')}) > (${places})` : ''
    const page = await read(`SELECT ${columns.join(', ')} FROM ${name} ${after} ${order}`, last ?? [])
    for (const row of page) hash.update(`${JSON.stringify(columns.map(column => toPlain(row[column])))}\n`)
    rows += page.length
    const end = page.at(-1)
    if (!end || page.length < pageRows) return { name, rows, sha256: hash.digest('hex') }
    last = key.map(column => end[column] as Value)
  }
}

function toPlain(value: unknown): unknown {
  return value instanceof Uint8Array ? { base64: Buffer.from(value).toString('base64') } : value
}

async function lastActivity(source: Database): Promise<number> {
  const row =
    source.engine === 'sqlite'
      ? await source.get("SELECT seq AS id FROM sqlite_sequence WHERE name = 'activity'")
      : await source.get('SELECT last_value AS id FROM activity_id_seq WHERE is_called')
  return Number(row?.id ?? 0)
}

function openEmbedded(sqlite: DatabaseSync): Target {
  sqlite.exec('BEGIN IMMEDIATE')
  return {
    all: async (sql, values = []) => sqlite.prepare(sql).all(...values),
    async each(sql, rows) {
      const statement = sqlite.prepare(sql)
      for (const values of rows) statement.run(...values)
    },
    async setLastActivity(id) {
      if (id === 0) return
      const known = sqlite
        .prepare("UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = 'activity'")
        .run(id)
      if (Number(known.changes) === 0)
        sqlite.prepare("INSERT INTO sqlite_sequence (name, seq) VALUES ('activity', ?)").run(id)
    },
    commit: async () => sqlite.exec('COMMIT'),
    rollback: async () => {
      if (sqlite.isTransaction) sqlite.exec('ROLLBACK')
    },
  }
}

async function openServer(postgres: PostgresDatabase): Promise<Target> {
  const client: PoolClient = await postgres.connect()
  // Reading from the file may take any time.
  await client.query(
    'BEGIN; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL statement_timeout = 0',
  )
  const toNumbered = (sql: string) => {
    let place = 0
    return sql.replaceAll('?', () => `$${++place}`)
  }
  const query = (sql: string, values: Value[] = []) =>
    client.query({ text: toNumbered(sql), values, ...UNHURRIED })
  return {
    all: async (sql, values) => (await query(sql, values)).rows,
    async each(sql, rows) {
      await Promise.all(rows.map(values => query(sql, values)))
    },
    async setLastActivity(id) {
      if (id > 0) await client.query("SELECT setval('activity_id_seq', $1)", [id])
    },
    async commit() {
      await client.query('COMMIT')
      client.release()
    },
    async rollback() {
      await client.query('ROLLBACK').catch(() => {})
      client.release(true)
    },
  }
}
