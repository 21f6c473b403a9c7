import 'server-only'
import { writeGuard } from '#lib/ports/write-guard.ts'
import type { Database, Statements } from './engine.ts'

const ONLY_READS = /^\s*SELECT\b/

/**
 * A database to which a job writes only while its claim lasts: the transaction of each write checks the write guard
 * first. A desk that was stopped in the middle of a step changes nothing and throws `cancelled`. Requests write
 * unchecked.
 */
export function fenced<Engine extends Database>(database: Engine): Engine {
  function guard<Result>(work: (at: Statements) => Promise<Result>, isWrite = true): Promise<Result> {
    if (!isWrite || !writeGuard.get().isActive()) return work(database)
    return transaction(work)
  }

  function transaction<Result>(work: (within: Statements) => Promise<Result>): Promise<Result> {
    if (!writeGuard.get().isActive()) return database.transaction(work)
    return database.transaction(async within => {
      await writeGuard.get().requireForWrite(within)
      return work(within)
    })
  }

  return {
    ...database,
    all: (sql, ...values) => guard(at => at.all(sql, ...values), !ONLY_READS.test(sql)),
    get: (sql, ...values) => guard(at => at.get(sql, ...values), !ONLY_READS.test(sql)),
    run: (sql, ...values) => guard(at => at.run(sql, ...values)),
    each: (sql, rows) => guard(at => at.each(sql, rows)),
    transaction,
  }
}
