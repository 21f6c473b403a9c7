import 'server-only'
import type { DatabaseSync } from 'node:sqlite'

/**
 * All of it or nothing, and alone among the writers. `run` must not wait for anything: the connection belongs to the whole
 * process. Throws what went wrong: on a full disk SQLite takes everything back by itself, and to ask for it again would be an
 * error of its own, in the place of the true one.
 */
export function transaction<Result>(database: DatabaseSync, run: () => Result): Result {
  database.exec('BEGIN IMMEDIATE')
  try {
    const result = run()
    database.exec('COMMIT')
    return result
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
