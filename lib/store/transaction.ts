import 'server-only'
import type { DatabaseSync } from 'node:sqlite'

/** All of it or nothing. `run` must not wait for anything: the connection belongs to the whole process. */
export function transaction<Result>(database: DatabaseSync, run: () => Result): Result {
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
