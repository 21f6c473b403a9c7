import 'server-only'
import type { DatabaseSync, SQLInputValue } from 'node:sqlite'
import {
  type BatchCounts,
  type BatchPersonRow,
  type BatchRow,
  batchPersonRow,
  batchRow,
} from './batch-rows.ts'
import { getDatabase } from './database.ts'
import { type JobStates, jobStates } from './job-states.ts'
import { transaction } from './transaction.ts'

/** How many one person may have under way, and how many in all. */
type BatchQuota = { running: number; kept: number }
type BatchChanges = Partial<Pick<BatchRow, 'state' | 'pause_reason' | 'ended_at'>>

/** Batches and their people. Asynchronous, so that a database server can take the place of the embedded one. */
type BatchStore = JobStates & {
  /**
   * Begins a batch within what its owner may take: of those that have ended the oldest of their own are forgotten. False,
   * and nothing has changed, when too many are under way.
   */
  create(row: BatchRow, people: BatchPersonRow[], quota: BatchQuota): Promise<boolean>
  find(id: string): Promise<BatchRow | null>
  /** Those that have not come to an end, oldest first. */
  listUnfinished(): Promise<BatchRow[]>
  /** With `onlyIn` nothing happens unless the batch is in one of these states. Tells whether something did. */
  update(id: string, changes: BatchChanges, onlyIn: BatchRow['state'][]): Promise<boolean>
  /** In their order; of some states only, when they are given. */
  people(id: string, states?: BatchPersonRow['state'][]): Promise<BatchPersonRow[]>
  count(id: string): Promise<BatchCounts>
  setPerson(id: string, position: number, changes: Pick<BatchPersonRow, 'state' | 'error'>): Promise<void>
  /** Forgets ended batches of before this moment. */
  tidy(before: string): Promise<void>
}

export function getBatchStore(): BatchStore {
  return createBatchStore(getDatabase())
}

function createBatchStore(database: DatabaseSync): BatchStore {
  const all = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).all(...values)
  const run = (sql: string, ...values: SQLInputValue[]) => database.prepare(sql).run(...values)

  return {
    ...jobStates(database, 'batches', 'running'),

    async create(row, people, quota) {
      return transaction(database, () => {
        const [found] = all(
          "SELECT count(*) AS n FROM batches WHERE owner_id = ? AND state IN ('running', 'paused')",
          row.owner_id,
        )
        const running = Number(found?.n ?? 0)
        if (running >= quota.running) return false
        run(
          `DELETE FROM batches WHERE id IN
             (SELECT id FROM batches WHERE owner_id = ? AND state IN ('done', 'cancelled')
              ORDER BY created_at DESC, id LIMIT -1 OFFSET ?)`,
          row.owner_id,
          quota.kept - running - 1,
        )
        run(
          `INSERT INTO batches (id, owner_id, owner_email, project_id, key_fingerprint, action, locale, state,
             pause_reason, created_at, ended_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          row.id,
          row.owner_id,
          row.owner_email,
          row.project_id,
          row.key_fingerprint,
          row.action,
          row.locale,
          row.state,
          row.pause_reason,
          row.created_at,
          row.ended_at,
        )
        const insert = database.prepare(
          `INSERT INTO batch_people (batch_id, position, employee_id, name, mitarbeiternummer, state, error)
           VALUES (?, ?, ?, ?, ?, ?, ?)`,
        )
        for (const { position, employee_id, name, mitarbeiternummer, state, error } of people)
          insert.run(row.id, position, employee_id, name, mitarbeiternummer, state, error)
        return true
      })
    },

    async find(id) {
      const [row] = all('SELECT * FROM batches WHERE id = ?', id)
      return row ? batchRow.parse(row) : null
    },

    async listUnfinished() {
      const rows = all("SELECT * FROM batches WHERE state IN ('running', 'paused') ORDER BY created_at, id")
      return rows.map(row => batchRow.parse(row))
    },

    async update(id, { state, pause_reason, ended_at }, onlyIn) {
      const { changes } = run(
        `UPDATE batches SET
           state = coalesce(?, state),
           pause_reason = CASE WHEN ? THEN ? ELSE pause_reason END,
           ended_at = coalesce(?, ended_at)
         WHERE id = ? AND state IN (${onlyIn.map(() => '?').join(', ')})`,
        state ?? null,
        pause_reason === undefined ? 0 : 1,
        pause_reason ?? null,
        ended_at ?? null,
        id,
        ...onlyIn,
      )
      return Number(changes) > 0
    },

    async people(id, states = ['waiting', 'sent', 'done', 'failed']) {
      const rows = all(
        `SELECT * FROM batch_people WHERE batch_id = ? AND state IN (${states.map(() => '?').join(', ')})
         ORDER BY position`,
        id,
        ...states,
      )
      return rows.map(row => batchPersonRow.parse(row))
    },

    async count(id) {
      const rows = all('SELECT state, count(*) AS n FROM batch_people WHERE batch_id = ? GROUP BY state', id)
      const counts = new Map(rows.map(({ state, n }) => [String(state), Number(n)]))
      const total = [...counts.values()].reduce((sum, n) => sum + n, 0)
      return { total, done: counts.get('done') ?? 0, failed: counts.get('failed') ?? 0 }
    },

    async setPerson(id, position, { state, error }) {
      run(
        'UPDATE batch_people SET state = ?, error = ? WHERE batch_id = ? AND position = ?',
        state,
        error,
        id,
        position,
      )
    },

    async tidy(before) {
      run("DELETE FROM batches WHERE state IN ('done', 'cancelled') AND ended_at < ?", before)
    },
  }
}
