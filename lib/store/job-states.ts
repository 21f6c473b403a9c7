import 'server-only'
import type { Database } from './engine.ts'
import type { PauseReason } from './words.ts'

/** The tables of jobs. */
export const JOB_KINDS = ['batches', 'delivery_runs', 'exports', 'imports'] as const

/** How the state of a job changes before its end; the same for every kind of jobs (`lib/jobs/engine.ts`). */
export type JobStates = {
  /**
   * Goes on with a job of which one has the lease; whatever it waited for is over then. False when it has ended, or when a
   * person has paused it.
   */
  claim(id: string): Promise<boolean>
  /** Writes down why it waits. False when it has ended or a person has paused it. */
  pause(id: string, reason: PauseReason): Promise<boolean>
}

/** A list of recent work is short; whatever is under way is in it. */
const RECENT_MAX = 20

/**
 * Of one owner (first place), what is under way or has ended since (second place), newest first. A draft is neither.
 */
export const RECENT_JOBS = `WHERE owner_id = ? AND state <> 'draft' AND (ended_at IS NULL OR ended_at > ?)
  ORDER BY ended_at IS NULL DESC, ended_at DESC, created_at DESC, id LIMIT ${RECENT_MAX}`

/** `working`: what the state is called while somebody works on it. */
export function jobStates(database: Database, table: (typeof JOB_KINDS)[number], working: string): JobStates {
  async function change(id: string, state: string, reason: PauseReason | null): Promise<boolean> {
    const changes = await database.run(
      `UPDATE ${table} SET state = ?, pause_reason = ? WHERE id = ?
         AND (state = ? OR (state = 'paused' AND pause_reason IS DISTINCT FROM 'by_person'))`,
      ...[state, reason, id, working],
    )
    return changes > 0
  }

  return {
    async claim(id) {
      return change(id, working, null)
    },

    async pause(id, reason) {
      return change(id, 'paused', reason)
    },
  }
}

/** How many jobs of each kind are remembered in each state. */
export async function countJobs(
  database: Database,
): Promise<{ kind: string; state: string; count: number }[]> {
  const counts = JOB_KINDS.map(
    kind => `SELECT '${kind}' AS kind, state, count(*) AS n FROM ${kind} GROUP BY state`,
  )
  const rows = await database.all(counts.join(' UNION ALL '))
  return rows.map(({ kind, state, n }) => ({ kind: String(kind), state: String(state), count: Number(n) }))
}
