import 'server-only'
import {
  type BatchCounts,
  type BatchPersonRow,
  type BatchRow,
  batchPersonRow,
  batchRow,
} from './batch-rows.ts'
import { getDatabase } from './database.ts'
import { type Database, NO_LIMIT } from './engine.ts'
import { jobStates, RECENT_JOBS } from './job-states.ts'
import { openTable, placesFor } from './table.ts'

/** Maximum number of batches of an account: in progress, and in total. */
type BatchQuota = { running: number; kept: number }
type PersonChanges = Pick<BatchPersonRow, 'state' | 'error'> &
  Partial<Pick<BatchPersonRow, 'before' | 'after'>>
type BatchChanges = Partial<Pick<BatchRow, 'state' | 'pause_reason' | 'ended_at'>>

/**
 * Employees of a batch whose change can be undone. Values that others changed since are kept, and deleted employees are
 * not tried again.
 */
const UNDOABLE = `WHERE batch_id = ? AND state = 'done'
  AND before <> (SELECT COALESCE(after, locale, 'none') FROM batches WHERE id = batch_id AND undoes IS NULL)
  AND NOT EXISTS (
    SELECT 1 FROM batches AS undo JOIN batch_people AS back ON back.batch_id = undo.id
    WHERE undo.undoes = batch_people.batch_id AND (undo.state IN ('running', 'paused')
      OR (back.employee_id = batch_people.employee_id
        AND (back.state = 'done' OR back.error IN ('changed_meanwhile', 'not_found')))))`

/** Employees of a batch that needed no change. */
const ALREADY = `WHERE batch_id = ? AND state = 'done'
  AND before = (SELECT COALESCE(after, locale, 'none') FROM batches WHERE id = batch_id)`

/** Employees of a batch that failed because they were no longer in the project. */
const GONE = "WHERE batch_id = ? AND state = 'failed' AND error = 'not_found'"

export function getBatchStore() {
  return createBatchStore(getDatabase())
}

/** Batches and their employees. Asynchronous, so that a database server can replace the embedded one. */
export function createBatchStore(database: Database) {
  const batches = openTable(database, 'batches', { row: batchRow })
  const everybody = openTable(database, 'batch_people', { row: batchPersonRow, besides: ['batch_id'] })

  return {
    ...jobStates(database, 'batches', { working: 'running', callsEndFirst: true }),

    /**
     * Begins a batch within the quota of its owner, whose oldest ended batches are deleted for it. False, with nothing
     * changed, when too many are running or paused.
     */
    async create(row: BatchRow, people: BatchPersonRow[], quota: BatchQuota): Promise<boolean> {
      return database.transaction(async within => {
        const here = batches.on(within)
        const running = await here.count(
          "WHERE owner_id = ? AND state IN ('running', 'paused')",
          row.owner_id,
        )
        if (running >= quota.running) return false
        await here.remove(
          `WHERE id IN
             (SELECT id FROM batches WHERE owner_id = ? AND state IN ('done', 'cancelled')
              ORDER BY created_at DESC, id LIMIT ${NO_LIMIT} OFFSET ?)`,
          row.owner_id,
          quota.kept - running - 1,
        )
        await here.insert([row])
        await everybody.on(within).insert(people.map(person => ({ ...person, batch_id: row.id })))
        return true
      })
    },

    find: async (id: string): Promise<BatchRow | null> => batches.find('WHERE id = ?', id),

    /** Returns batches that have not ended, oldest first. */
    listUnfinished: async (): Promise<BatchRow[]> =>
      batches.listReadable("WHERE state IN ('running', 'paused') ORDER BY created_at, id"),

    /** Returns the unfinished batches of an account, and those that ended after `since`. */
    listRecent: async (ownerId: string, since: string): Promise<BatchRow[]> =>
      batches.listReadable(RECENT_JOBS, ownerId, since),

    /** Finds the last batch that undoes this one. */
    findUndo: async (id: string): Promise<BatchRow | null> =>
      batches.find('WHERE undoes = ? ORDER BY created_at DESC LIMIT 1', id),

    /** Returns the employees whose change can be undone, with their former values; empty while an undo runs. */
    undoable: async (id: string): Promise<BatchPersonRow[]> =>
      everybody.list(`${UNDOABLE} ORDER BY position`, id),

    /** Returns whether the batch was in one of these states; otherwise nothing changes. */
    update: async (id: string, changes: BatchChanges, onlyIn: BatchRow['state'][]): Promise<boolean> =>
      (await batches.update(changes, `WHERE id = ? AND state IN ${placesFor(onlyIn)}`, id, ...onlyIn)) > 0,

    /** Returns the employees in their order, optionally of some states only. */
    people: async (
      id: string,
      states: BatchPersonRow['state'][] = ['waiting', 'sent', 'done', 'failed'],
    ): Promise<BatchPersonRow[]> =>
      everybody.list(`WHERE batch_id = ? AND state IN ${placesFor(states)} ORDER BY position`, id, ...states),

    async count(id: string): Promise<BatchCounts> {
      const rows = await database.all(
        'SELECT state, count(*) AS n FROM batch_people WHERE batch_id = ? GROUP BY state',
        id,
      )
      const counts = new Map(rows.map(({ state, n }) => [String(state), Number(n)]))
      const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
      const [done, failed] = [counts.get('done') ?? 0, counts.get('failed') ?? 0]
      return {
        ...{ total, done, failed },
        already: await everybody.count(ALREADY, id),
        gone: await everybody.count(GONE, id),
        undoable: await everybody.count(UNDOABLE, id),
      }
    },

    async setPerson(id: string, position: number, changes: PersonChanges): Promise<void> {
      await everybody.update(changes, 'WHERE batch_id = ? AND position = ?', id, position)
    },

    /** Deletes batches that ended before this moment. */
    async tidy(before: string): Promise<void> {
      await batches.remove("WHERE state IN ('done', 'cancelled') AND ended_at < ?", before)
    },
  }
}
