import 'server-only'
import { z } from 'zod'
import type { Database } from './engine.ts'
import { json } from './table.ts'
import type { PauseReason } from './words.ts'

/** The tables of jobs. */
const JOB_KINDS = ['batches', 'delivery_runs', 'exports', 'imports'] as const

const canceller = z.object({ id: z.string(), email: z.string() })

/** Who has cancelled a job, as the log names them; null while nobody has, and where an older desk has not written it down. */
export const cancelledBy = json(canceller).nullable()
export type Canceller = z.output<typeof canceller>

/** How the state of a job changes before its end; the same for every kind of jobs (`lib/jobs/engine.ts`). */
export type JobStates = {
  /**
   * Goes on with a job of which one has the lease; whatever it waited for is over then. False when it has ended, or when a
   * person has paused it.
   */
  claim(id: string): Promise<boolean>
  /** Writes down why it waits. False when it has ended or a person has paused it. */
  pause(id: string, reason: PauseReason): Promise<boolean>
  /**
   * Only of kinds whose calls end before a cancelled job does: when the state says so, it is known what became of everybody. Writes
   * down that it is to end and who wants it, while it has not: from then on nobody can claim it. Without this the state says so at once.
   */
  askToCancel?(id: string, by: Canceller): Promise<void>
}

/** A list of recent work is short; whatever is under way is in it. */
const RECENT_MAX = 20

/**
 * Of one owner (first place), what is under way or has ended since (second place), newest first. A draft is neither.
 */
export const RECENT_JOBS = `WHERE owner_id = ? AND state <> 'draft' AND (ended_at IS NULL OR ended_at > ?)
  ORDER BY ended_at IS NULL DESC, ended_at DESC, created_at DESC, id LIMIT ${RECENT_MAX}`

type Words = {
  /** What the state is called while somebody works on it. */
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
