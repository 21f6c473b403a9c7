import type { Budget } from '#lib/portrait-api/budget.ts'
import { findBudget } from '#lib/portrait-api/connect.ts'
import { jobClaims } from '#lib/ports/job-claims.ts'
import { getHeldJobs, type HeldJob, type JobKind, type JobRow } from './job.ts'

/** Milliseconds of one call when nothing limits it; only the last burst is estimated with it. */
const MS_PER_CALL = 100

/**
 * Seconds until a job with this many `calls` left has ended; 0 when it has. Null while the number of calls or the end
 * of a pause is unknown. Jobs take turns call by call, so each other job delays this one by at most as many calls as
 * its own.
 */
export function estimateJob(kind: JobKind, row: JobRow, calls: number | null): number | null {
  if (row.state === 'paused') return null
  if (row.state !== kind.working) return 0
  const held = getHeldJobs().get(row.id)
  const budget = held?.client.budget ?? findElsewhere(row)
  if (calls === null || !budget || held?.blocked) return null
  // The stored number may be a second old; the running job has the current one.
  const own = Math.min(calls, held?.left ?? calls)
  return estimateSeconds(own + sumTurns(listBeside(kind, row), own), budget)
}

/** The budget of a job that another desk runs with the same key. The jobs beside it there are unknown here. */
function findElsewhere({ key_fingerprint }: JobRow): Budget | null {
  return jobClaims.get().areShared && key_fingerprint !== null ? findBudget(key_fingerprint) : null
}

/** Running jobs of the same kind and key. They take turns with this one, call by call. */
export function listBeside({ working }: JobKind, { id, state }: JobRow): HeldJob[] {
  const held = getHeldJobs().get(id)
  if (!held || state !== working) return []
  return listAtWork(held.kind, held.client.keyFingerprint).filter(other => other !== held)
}

/** Calls that running jobs of this kind and key make before a new job with this many `own` calls has ended. */
export function countBeside(kind: JobKind['name'], keyFingerprint: string, own: number): number {
  return sumTurns(listAtWork(kind, keyFingerprint), own)
}

function listAtWork(kind: JobKind['name'], keyFingerprint: string): HeldJob[] {
  return [...getHeldJobs().values()].filter(
    held => held.kind === kind && (held.left ?? 0) > 0 && held.client.keyFingerprint === keyFingerprint,
  )
}

/** Calls of the others, in turn with a job that has this many `own` calls. */
function sumTurns(others: readonly HeldJob[], own: number): number {
  return others.reduce((sum, { left }) => sum + Math.min(left ?? 0, own), 0)
}

/**
 * Seconds until `calls` more are done. The limit of the service (specification section 8) sets the pace, not the
 * network: free places are used at once, and a taken place is free again one window after its call.
 */
export function estimateSeconds(calls: number, budget: Pick<Budget, 'msUntilLast' | 'state'>): number {
  if (calls <= 0) return 0
  const lastBurst = Math.min(calls, budget.state().limit)
  // Rounds to whole milliseconds first: a rounding error must not become a second.
  return Math.ceil((Math.round(budget.msUntilLast(calls)) + lastBurst * MS_PER_CALL) / 1000)
}
