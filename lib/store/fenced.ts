import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { currentLeases } from '#lib/held-leases.ts'
import type { Database, Statements } from './engine.ts'

const ONLY_READS = /^\s*SELECT\b/

/**
 * A database to which nobody writes as the holder of a lease that they have lost: the transaction of each write looks at the
 * tokens first. A desk that was stopped for a while and goes on in the midst of a step changes nothing, throws `cancelled`,
 * and learns by that what has happened. Who holds no lease, such as a request, writes as ever.
 */
export function fenced<Engine extends Database>(database: Engine): Engine {
  async function requireTokens(within: Statements): Promise<void> {
    for (const lease of currentLeases()) {
      const { name, token } = lease
      const found =
        !lease.isLost &&
        (await within.get('SELECT 1 AS ours FROM leases WHERE name = ? AND token = ?', name, token))
      if (found) continue
      lease.lose()
      throw new DeskError('cancelled')
    }
  }

  function guard<Result>(work: (at: Statements) => Promise<Result>, isWrite = true): Promise<Result> {
    if (!isWrite || currentLeases().length === 0) return work(database)
    return transaction(work)
  }

  function transaction<Result>(work: (within: Statements) => Promise<Result>): Promise<Result> {
    if (currentLeases().length === 0) return database.transaction(work)
    return database.transaction(async within => {
      await requireTokens(within)
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
