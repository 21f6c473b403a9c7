import 'server-only'
import { z } from 'zod'
import type { Database } from './engine.ts'
import type { PauseReason } from './enums.ts'
import { json } from './table.ts'

/** The tables of jobs. */
const JOB_KINDS = ['batches', 'delivery_runs', 'exports', 'imports'] as const

const canceller = z.object({ id: z.string(), email: z.string() })

/**
 * The account that cancelled a job, as the log names it; null when it was not cancelled, or an older desk did not
 * record it.
 */
export const cancelledBy = json(canceller).nullable()
export type Canceller = z.output<typeof canceller>

/** State changes of a job before its end, the same for every kind of job (`lib/jobs/engine.ts`). */
export type JobStates = {
  /**
   * Resumes a job of which this desk has the lease, and clears its pause. False when it has ended or a user paused it.
   */
  claim(id: string): Promise<boolean>
  /** Stores why it waits. False when it has ended or a user paused it. */
  pause(id: string, reason: PauseReason): Promise<boolean>
  /**
   * Exists only for kinds whose calls end before a cancelled job does, so that the final state includes every result.
   * Stores the request to cancel and its account, unless there is one already; after that no desk can claim the job.
   * Other kinds change their state at once.
   */
  askToCancel?(id: string, by: Canceller): Promise<void>
}

/** A list of recent jobs is short; all jobs in progress are in it. */
const RECENT_MAX = 20

/**
 * An owner's (first parameter) jobs that are in progress or ended after a time (second parameter), newest first. Drafts
 * are excluded.
 */
export const RECENT_JOBS = `WHERE owner_id = ? AND state <> 'draft' AND (ended_at IS NULL OR ended_at > ?)
  ORDER BY ended_at IS NULL DESC, ended_at DESC, created_at DESC, id LIMIT ${RECENT_MAX}`

type Words = {
  /** Name of the state while a desk works on the job. */
  working: string
  callsEndFirst?: boolean
}

export function jobStates(
  database: Database,
  table: (typeof JOB_KINDS)[number],
  { working, callsEndFirst = false }: Words,
): JobStates {
  async function change(id: string, state: string, reason: PauseReason | null, and = ''): Promise<boolean> {
    const changes = await database.run(
      `UPDATE ${table} SET state = ?, pause_reason = ? WHERE id = ? ${and}
         AND (state = ? OR (state = 'paused' AND pause_reason IS DISTINCT FROM 'by_person'))`,
      ...[state, reason, id, working],
    )
    return changes > 0
  }

  return {
    async claim(id) {
      return change(id, working, null, callsEndFirst ? 'AND cancel_asked_at IS NULL' : '')
    },

    async pause(id, reason) {
      return change(id, 'paused', reason)
    },

    ...(callsEndFirst && {
      async askToCancel(id: string, by: Canceller) {
        await database.run(
          `UPDATE ${table} SET cancel_asked_at = ?, cancelled_by = ?
           WHERE id = ? AND cancel_asked_at IS NULL AND state IN (?, 'paused')`,
          ...[new Date().toISOString(), JSON.stringify(by), id, working],
        )
      },
    }),
  }
}

/** Counts the stored jobs of each kind in each state. */
export async function countJobs(
  database: Database,
): Promise<{ kind: string; state: string; count: number }[]> {
  const counts = JOB_KINDS.map(
    kind => `SELECT '${kind}' AS kind, state, count(*) AS n FROM ${kind} GROUP BY state`,
  )
  const rows = await database.all(counts.join(' UNION ALL '))
  return rows.map(({ kind, state, n }) => ({ kind: String(kind), state: String(state), count: Number(n) }))
}
