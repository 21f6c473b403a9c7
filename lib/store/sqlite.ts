import 'server-only'
import { statSync } from 'node:fs'
import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { getMetrics } from '#lib/metrics.ts'
import { type Compiled, compile, type Database, type Row, type Statements, type Values } from './engine.ts'

/** Maximum number of prepared statements; lists of values produce a statement for each length. */
const PREPARED_MAX = 500

/** Runs a statement when its turn has come. */
type Turn = <Result>(work: () => Result) => Promise<Result>

/**
 * The embedded engine behind the common interface. The process has one connection, on which statements are synchronous.
 * A statement that runs while a transaction is open would belong to it. Therefore:
 * - Without an open transaction a statement runs at once, before the call returns. While one is open, other
 *   statements wait until it has ended, in the order of their calls; the statements of its own body run at once.
 * - A body awaits nothing but its own statements, which settle within this turn of the event loop. A transaction that
 *   has not ended by the end of the turn is rolled back and throws, because it would block all others.
 * - Transactions of another process are waited for (`timeout` of the connection); then SQLite throws.
 */
export function onSqlite(raw: DatabaseSync): Database {
  const prepared = new Map<string, Compiled & { statement: StatementSync }>()
  /** Settles when the last transaction in the queue has ended; null while none is open or waits. */
  let last: Promise<unknown> | null = null

  function prepare(sql: string) {
    const known = prepared.get(sql)
    if (known) return known
    if (prepared.size >= PREPARED_MAX) prepared.clear()
    const compiled = compile(sql, '?')
    const made = { ...compiled, statement: raw.prepare(compiled.text) }
    prepared.set(sql, made)
    return made
  }

  function all(sql: string, values: Values): Row[] {
    const { statement, bind } = prepare(sql)
    return statement.all(...bind(values))
  }

  function run(sql: string, values: Values): number {
    const { statement, bind } = prepare(sql)
    return Number(statement.run(...bind(values)).changes)
  }

  const statements = (turn: Turn): Statements => ({
    all: (sql, ...values) => turn(() => all(sql, values)),
    get: (sql, ...values) => turn(() => all(sql, values)[0]),
    run: (sql, ...values) => turn(() => run(sql, values)),
    each: (sql, rows) => turn(() => rows.reduce((sum, values) => sum + run(sql, values), 0)),
    // The column itself is declared NOCASE.
    caseless: column => column,
  })

  const atItsTurn: Turn = async work => {
    if (last) await last
    return work()
  }

  function transaction<Result>(body: (within: Statements) => Promise<Result>): Promise<Result> {
    const end = getMetrics().transactionSeconds.startTimer()
    const result = last ? last.then(() => attempt(body)) : attempt(body)
    const over: Promise<unknown> = result
      .catch(() => {})
      .then(() => {
        end()
        if (last === over) last = null
      })
    last = over
    return result
  }

  async function attempt<Result>(body: (within: Statements) => Promise<Result>): Promise<Result> {
    let isOver = false
    const within = statements(async work => {
      if (isOver) throw new Error('This transaction is over.')
      return work()
    })
    raw.exec('BEGIN IMMEDIATE')
    try {
      const result = await withinThisTurn(body(within))
      raw.exec('COMMIT')
      return result
    } catch (error) {
      throw undone(raw, error)
    } finally {
      isOver = true
    }
  }

  return {
    ...statements(atItsTurn),
    engine: 'sqlite',
    transaction,
    requireWritable: () => atItsTurn(() => raw.exec('BEGIN IMMEDIATE; ROLLBACK')),
    bytes: async () => sizeOf(raw.location() ?? ''),
    close: async () => raw.close(),
  }
}

/**
 * Runs a transaction synchronously, for SQLite-only code or code that must be done when it returns: `run` awaits
 * nothing.
 */
export function transactionNow<Result>(raw: DatabaseSync, run: () => Result): Result {
  raw.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    raw.exec('COMMIT')
    return result
  } catch (error) {
    throw undone(raw, error)
  }
}

/** After some errors, such as a full disk, SQLite itself has rolled back. */
function undone(raw: DatabaseSync, error: unknown): unknown {
  if (raw.isTransaction) raw.exec('ROLLBACK')
  return error
}

function withinThisTurn<Result>(running: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const turn = setImmediate(() =>
    reject(new Error('A transaction waited for something other than its own statements.')),
  )
  return Promise.race([running, late]).finally(() => clearImmediate(turn))
}

/** Includes what is not written into the file yet. */
function sizeOf(path: string): number {
  const sizes = [path, `${path}-wal`].map(
    file => statSync(/*turbopackIgnore: true*/ file, { throwIfNoEntry: false })?.size ?? 0,
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
