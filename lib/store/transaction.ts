import 'server-only'
import type { DatabaseSync } from 'node:sqlite'
import { getMetrics } from '#lib/metrics.ts'

/** On each database whose transactions wait for each other: settles when the last one in the queue is over. */
const queues = new WeakMap<DatabaseSync, Promise<unknown>>()

/**
 * All or nothing, alone among the writers of all processes. What a store does in several statements goes through here, in a
 * form that a database server can have as well.
 *
 * On SQLite the process has one connection, and a statement that anybody runs on it belongs to the transaction that is
 * open. Therefore:
 * - A body that awaits nothing runs from its first to its last statement before anything else of this process does, at
 *   once when no transaction is open. All stores do that.
 * - A body may await what is settled without leaving this turn of the event loop, as statements are: no file, network or
 *   timer, and no second transaction, which would wait for this one. A body that is not over when the turn is loses
 *   what it did, and its transaction throws. Between its awaits other statements of the process can slip in.
 * - Transactions of one process begin in the order in which they were asked for, each when the one before is over. Those of
 *   another process are waited for (`timeout` of the connection), and then SQLite throws.
 *
 * With a server each transaction has a connection of its own, bodies await their statements, nothing slips in, and writers
 * wait for each other at the rows that they lock.
 */
export function transaction<Result>(
  database: DatabaseSync,
  run: () => Result | Promise<Result>,
): Promise<Result> {
  const end = getMetrics().transactionSeconds.startTimer()
  const before = queues.get(database)
  const result = before ? before.then(() => attempt(database, run)) : attempt(database, run)
  if (before || database.isTransaction) {
    const over = result
      .catch(() => {})
      .then(() => {
        if (queues.get(database) === over) queues.delete(database)
      })
    queues.set(database, over)
  }
  void result.then(
    () => end(),
    () => end(),
  )
  return result
}

/** The same for what is of SQLite alone, or has to be over when it returns: `run` waits for nothing. */
export function transactionNow<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    database.exec('COMMIT')
    return result
  } catch (error) {
    throw undone(database, error)
  }
}

async function attempt<Result>(database: DatabaseSync, run: () => Result | Promise<Result>): Promise<Result> {
  database.exec('BEGIN IMMEDIATE')
  try {
    const running = run()
    const result = running instanceof Promise ? await withinThisTurn(running) : running
    database.exec('COMMIT')
    return result
  } catch (error) {
    throw undone(database, error)
  }
}

/** SQLite itself has rolled back after some errors, such as a full disk. */
function undone(database: DatabaseSync, error: unknown): unknown {
  if (database.isTransaction) database.exec('ROLLBACK')
  return error
}

function withinThisTurn<Result>(running: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const turn = setImmediate(() =>
    reject(new Error('A transaction waited for something other than its own statements.')),
  )
  return Promise.race([running, late]).finally(() => clearImmediate(turn))
}
