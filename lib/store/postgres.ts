import 'server-only'
import type { Pool, PoolClient, PoolConfig, QueryResult } from 'pg'
import { getMetrics } from '#lib/metrics.ts'
import type { PostgresSettings } from '#lib/settings/database-settings.ts'
import { type Compiled, compile, type Database, type Statements, type Value, type Values } from './engine.ts'
import { explainedPostgres, isConflict, isConnectionLost } from './postgres-errors.ts'
import { LOCK_SPACE, LOCKS, migratePostgres } from './postgres-schema.ts'

const CONNECT_MS = 5_000
/** Maximum time that a desk which stops responding inside a transaction can block others. */
const IDLE_IN_TRANSACTION_MS = 10_000
/** Added to the server's own limit, for a network on which no answer arrives. */
const ANSWER_SLACK_MS = 5_000
/**
 * Upper limit for attempts. After a conflict a transaction waits a growing random time and then queues, so none needs
 * this many.
 */
const ATTEMPTS_MAX = 25
const REST_MS = 4
/** Maximum age of a connection. An address can lead to a different server later, so it is resolved again after this. */
const CONNECTION_AGE_SECONDS = 10 * 60
const COMPILED_MAX = 1_000

/**
 * Type ids from PostgreSQL's catalogue:
 * https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat
 */
const OID = { bool: 16, int8: 20, numeric: 1700 }

type PostgresState = { connections: number; idle: number; waiting: number }

export type PostgresDatabase = Database & {
  engine: 'postgres'
  /** Returns a connection outside any transaction, which the caller must release. */
  connect(): Promise<PoolClient>
  /** Counts of the pool's connections. */
  state(): PostgresState
}

/**
 * The second engine. Every statement and every transaction is serializable and retried after a conflict, so the result
 * equals running them one after the other, as on SQLite. The server is first contacted, and migrated, with the first
 * statement. A lost connection is replaced with the next statement.
 */
export function openPostgres(settings: PostgresSettings): PostgresDatabase {
  const compiled = new Map<string, Compiled>()
  let pool: Promise<Pool> | undefined
  let migrated: Promise<unknown> | undefined
  let opened: Pool | undefined
  /** Connections on which even a rollback failed. */
  const broken = new WeakSet<PoolClient>()
  /** Connections that have worked before: any number of them may have been lost while idle. */
  const proven = new WeakSet<PoolClient>()

  function prepare(sql: string): Compiled {
    const known = compiled.get(sql)
    if (known) return known
    if (compiled.size >= COMPILED_MAX) compiled.clear()
    const made = compile(sql, '$')
    compiled.set(sql, made)
    return made
  }

  async function createPool(): Promise<Pool> {
    // Loaded only here, so that desks without a server do not load its driver.
    const { default: pg } = await import('pg')
    const made = new pg.Pool(toPoolConfig(settings, pg.types))
    // A statement on a lost connection fails by itself; a lost idle connection is replaced.
    made.on('error', () => {})
    made.on('connect', client => client.on('error', () => {}))
    opened = made
    return made
  }

  async function connect(): Promise<PoolClient> {
    pool ??= createPool()
    const waited = getMetrics().connectionWaitSeconds.startTimer()
    const client = await (await pool).connect()
    waited()
    return client
  }

  async function migrate(): Promise<void> {
    const client = await connect()
    try {
      await migratePostgres(client)
      client.release()
    } catch (error) {
      client.release(true)
      throw error
    }
  }

  async function ready(): Promise<void> {
    migrated ??= migrate()
    await migrated.catch(error => {
      migrated = undefined
      throw error
    })
  }

  /**
   * Runs work on its own connection. Retries after a conflict, and after a lost connection if the work may be repeated.
   * A server that cannot be reached is not tried again at once.
   */
  async function withConnection<Result>(
    work: (client: PoolClient) => Promise<Result>,
    mayRepeat: () => boolean,
  ): Promise<Result> {
    for (let attempt = 1; ; attempt += 1) {
      let client: PoolClient | undefined
      let lost = false
      try {
        await ready()
        client = await connect()
        const result = await (attempt === 1 ? work(client) : inTurn(client, work))
        proven.add(client)
        return result
      } catch (error) {
        lost = isConnectionLost(error)
        const stale = client !== undefined && (attempt === 1 || proven.has(client))
        const again = isConflict(error) || (lost && stale && mayRepeat())
        if (!again || attempt === ATTEMPTS_MAX) throw explainedPostgres(error)
      } finally {
        client?.release(lost || broken.has(client))
      }
      await rest(attempt)
    }
  }

  /**
   * Runs transactions that conflicted one after the other, so each soon competes only with new ones. The lock is taken
   * before the transaction begins: a transaction that waited inside would not see what was committed meanwhile.
   */
  async function inTurn<Result>(
    client: PoolClient,
    work: (client: PoolClient) => Promise<Result>,
  ): Promise<Result> {
    await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_SPACE, LOCKS.turn])
    try {
      return await work(client)
    } finally {
      await client
        .query('SELECT pg_advisory_unlock($1, $2)', [LOCK_SPACE, LOCKS.turn])
        .catch(() => broken.add(client))
    }
  }

  function ask(client: PoolClient, sql: string, values: Values): Promise<QueryResult> {
    const { text, bind } = prepare(sql)
    return client.query(text, bind(values).map(toStorable))
  }

  const statements = (query: (sql: string, values: Values) => Promise<QueryResult>) => ({
    all: async (sql: string, ...values: Values) => (await query(sql, values)).rows,
    get: async (sql: string, ...values: Values) => (await query(sql, values)).rows[0],
    run: async (sql: string, ...values: Values) => (await query(sql, values)).rowCount ?? 0,
    caseless: (column: string) => `lower(${column})`,
  })

  const alone = (sql: string, values: Values) =>
    withConnection(
      client => ask(client, sql, values),
      () => /^\s*SELECT\b/.test(sql),
    )

  async function transaction<Result>(body: (within: Statements) => Promise<Result>): Promise<Result> {
    const end = getMetrics().transactionSeconds.startTimer()
    let begun = false
    try {
      return await withConnection(
        async client => {
          await client.query('BEGIN')
          begun = true
          return attempt(client, body)
        },
        () => !begun,
      )
    } finally {
      end()
    }
  }

  /** Runs the body of a transaction that has begun, then commits or rolls back. */
  async function attempt<Result>(
    client: PoolClient,
    body: (within: Statements) => Promise<Result>,
  ): Promise<Result> {
    let isOver = false
    const query = (sql: string, values: Values) => {
      if (isOver) throw new Error('This transaction is over.')
      return ask(client, sql, values)
    }
    try {
      const result = await body({
        ...statements(query),
        // The statements are sent together and answered in order.
        each: async (sql, rows) => sum(await Promise.all(rows.map(values => query(sql, values)))),
      })
      // When a body ignores a failed statement, PostgreSQL rolls back on COMMIT without an error.
      const { command } = await client.query('COMMIT')
      if (command !== 'COMMIT') throw new Error('The transaction had failed before its end.')
      return result
    } catch (error) {
      await client.query('ROLLBACK').catch(() => broken.add(client))
      throw error
    } finally {
      isOver = true
    }
  }

  return {
    ...statements(alone),
    engine: 'postgres',
    each: (sql, rows) => transaction(within => within.each(sql, rows)),
    transaction,
    async connect() {
      await ready()
      return connect()
    },
    async requireWritable() {
      await transaction(within => within.run('UPDATE desk_schema SET version = version WHERE FALSE'))
    },
    async bytes() {
      const row = await this.get('SELECT pg_database_size(current_database()) AS bytes')
      return Number(row?.bytes)
    },
    state: () => ({
      connections: opened?.totalCount ?? 0,
      idle: opened?.idleCount ?? 0,
      waiting: opened?.waitingCount ?? 0,
    }),
    async close() {
      await (await pool)?.end()
    },
  }
}

type Types = { getTypeParser(oid: number, format?: 'text' | 'binary'): (text: string) => unknown }

/** Returns the options of a connection, also for one outside the pool. */
export function toPoolConfig(settings: PostgresSettings, types: Types): PoolConfig {
  const { connection, ssl, poolMax, statementMs, lockMs, options } = settings
  return {
    ...connection,
    ssl,
    max: poolMax,
    maxLifetimeSeconds: CONNECTION_AGE_SECONDS,
    application_name: 'portrait-desk',
    connectionTimeoutMillis: CONNECT_MS,
    keepAlive: true,
    // Lets a command exit after its last statement.
    allowExitOnIdle: true,
    pipeline: true,
    statement_timeout: statementMs,
    query_timeout: statementMs + ANSWER_SLACK_MS,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
    options: `${options} -c default_transaction_isolation=serializable`.trim(),
    types: {
      // The same types that SQLite returns.
      getTypeParser(oid: number, format: 'text' | 'binary') {
        if (oid === OID.int8 || oid === OID.numeric) return Number
        if (oid === OID.bool) return (text: string) => Number(text === 't')
        return types.getTypeParser(oid, format)
      },
    } as NonNullable<PoolConfig['types']>,
  }
}

/**
 * Matches escapes in JSON: a surrogate pair, what PostgreSQL cannot store (U+0000 or a lone surrogate), or any other.
 */
const ESCAPES = /\\(?:ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|u(0000|d[89a-f][0-9a-f]{2})|.)/gi

/** Replaces U+0000, and lone surrogates in JSON, with U+FFFD, because PostgreSQL cannot store them. */
export function toStorable(value: Value): Value {
  if (typeof value !== 'string') return value instanceof Uint8Array ? Buffer.from(value) : value
  const text = value.includes('\0') ? value.replaceAll('\0', '\uFFFD') : value
  return /^[[{]/.test(text) && text.includes('\\u')
    ? text.replaceAll(ESCAPES, (found, unstorable) => (unstorable ? '\\ufffd' : found))
    : text
}

function sum(results: QueryResult[]): number {
  return results.reduce((sum, { rowCount }) => sum + (rowCount ?? 0), 0)
}

function rest(attempt: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, Math.random() * REST_MS * attempt))
}
