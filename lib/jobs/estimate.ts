import type { Budget } from '#lib/portrait-api/budget.ts'
import { findBudget } from '#lib/portrait-api/connect.ts'
import { jobClaims } from '#lib/ports/job-claims.ts'
import { getHeldJobs, type HeldJob, type JobKind, type JobRow } from './job.ts'

/** What one call takes when nothing limits it; only the last burst is estimated with it. */
const MS_PER_CALL = 100

/**
 * Seconds until a job with so many `calls` left has ended, 0 when it has. Null while nobody can know: how many calls it
 * takes, or how long a pause. Who takes turns with others is held up by as many calls of theirs as of its own.
 */
export function estimateJob(kind: JobKind, row: JobRow, calls: number | null): number | null {
  if (row.state === 'paused') return null
  if (row.state !== kind.working) return 0
  const held = getHeldJobs().get(row.id)
  const budget = held?.client.budget ?? findElsewhere(row)
  if (calls === null || !budget || held?.standstill) return null
  // What is written down is a second old; whoever works on it knows better.
  const own = Math.min(calls, held?.left ?? calls)
  return estimateSeconds(own + sumTurns(listBeside(kind, row), own), budget)
}

/** Another desk works on it, within the same budget; with which other jobs there it takes turns is not known here. */
function findElsewhere({ key_fingerprint }: JobRow): Budget | null {
  return jobClaims.get().areShared && key_fingerprint !== null ? findBudget(key_fingerprint) : null
}

/** Others of its kind that make calls with the same key at this moment: call by call they take turns with this one. */
export function listBeside({ working }: JobKind, { id, state }: JobRow): HeldJob[] {
  const held = getHeldJobs().get(id)
  if (!held || state !== working) return []
  return listAtWork(held.kind, held.client.keyFingerprint).filter(other => other !== held)
}

/** Calls that jobs of this kind, at work with the same key, make before a new one with so many `own` calls has ended. */
export function countBeside(kind: JobKind['name'], keyFingerprint: string, own: number): number {
  return sumTurns(listAtWork(kind, keyFingerprint), own)
}

function listAtWork(kind: JobKind['name'], keyFingerprint: string): HeldJob[] {
  return [...getHeldJobs().values()].filter(
    held => held.kind === kind && (held.left ?? 0) > 0 && held.client.keyFingerprint === keyFingerprint,
  )
}

/** Call by call in turn with one that has so many of its own. */
function sumTurns(others: readonly HeldJob[], own: number): number {
  return others.reduce((sum, { left }) => sum + Math.min(left ?? 0, own), 0)
}

/**
 * Seconds until `calls` more are done. The pace that the service allows (section 8), not the network, is what a job waits for:
 * what is free now goes at once, and each place that is taken comes back one window after its call.
 */
export function estimateSeconds(calls: number, budget: Pick<Budget, 'msUntilLast' | 'state'>): number {
  if (calls <= 0) return 0
  const lastBurst = Math.min(calls, budget.state().limit)
  // Whole milliseconds first: a moment and a window added are a hair more than both, which would be a second.
  return Math.ceil((Math.round(budget.msUntilLast(calls)) + lastBurst * MS_PER_CALL) / 1000)
}
