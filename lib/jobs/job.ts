import 'server-only'
import { DESK } from '#lib/contracts/activity.ts'
import type { User } from '#lib/contracts/session.ts'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { JobClaim } from '#lib/ports/job-claims.ts'
import { isLockedOut } from '#lib/session/accounts/accounts.ts'
import { singleton } from '#lib/singleton.ts'
import type { PauseReason } from '#lib/store/enums.ts'
import type { Canceller, JobStates } from '#lib/store/job-states.ts'

/** The stored row of a job. Each kind adds its own fields. */
export type JobRow = {
  readonly id: string
  readonly owner_id: string
  /** `paused`, the working state of the kind, or one of its end states. */
  readonly state: string
  readonly pause_reason: PauseReason | 'by_person' | null
  /** The key with which the job began, or was last resumed. */
  readonly key_fingerprint: string | null
  /** The time of a cancellation; only for kinds whose calls end first (`askToCancel`). */
  readonly cancel_asked_at?: string | null
  /** The account that cancelled the job, not always its owner. */
  readonly cancelled_by: Canceller | null
}

/** The store of the jobs of a kind. */
export type JobStore<Row extends JobRow> = JobStates & {
  find(id: string): Promise<Row | null>
  /** Lists jobs that have not ended, and ended ones whose last call has no known result yet; oldest first. */
  listUnfinished(): Promise<Row[]>
}

/** A job that this process works on, or holds in a pause. */
export type HeldJob<Row extends JobRow = JobRow> = {
  /** The row at the time of the claim; the store has the current one. */
  readonly row: Row
  /** The name of its kind. */
  readonly kind: string
  /** The claim of this desk. */
  readonly claim: JobClaim
  /** The service, with the latest key that the owner or the desk brought. */
  client: PortraitClient
  /** Aborts the waits of the current step. A call that must not be interrupted still completes. */
  signal: AbortSignal
  /** Calls that are left without those in flight; null while the job makes none. */
  left: number | null
  /**
   * The reason of a pause and its retries, until part of the job succeeds. Users see both as one wait. `tries`: failed
   * retries in a row.
   */
  blocked: { readonly reason: PauseReason; readonly tries: number } | null
  /** True when the job was resumed since its last claim. */
  isResumed: boolean
  /** The reason of the pause that was ended, until it is logged; otherwise null. */
  resumedFrom: string | null
  /** Aborts the work of this process on the job: the job was cancelled, or the process must leave it. */
  readonly cancellation: AbortController
  /** Ends the current wait, if there is one. */
  wake(): void
  /** Ends the current step or wait. The engine then reads the stored state. */
  interrupt(): void
  /** Resolves when no call of the job is in flight. */
  ended: Promise<void>
}

/** A held job, with the memory of its kind between two steps. */
export type Run<Row extends JobRow, Memory> = HeldJob<Row> & Memory

/** The consequence of an error for the whole job: a pause, another try after some milliseconds, or its end. */
export type Verdict = { pause: PauseReason } | { againMs: number } | 'failed'

/** An end from outside the job's own work. */
export type Ending =
  | { state: 'cancelled'; cancelled_by: Canceller | null }
  | { state: 'failed'; error: ErrorCode }

/** A kind of jobs, as the engine knows it. */
export type JobKind<Row extends JobRow = JobRow, Memory = unknown> = {
  /** Prefix of its log events (`export_paused`), and the field with the job's id. */
  readonly name: string
  /** The state of a running job. */
  readonly working: Row['state']
  store(): JobStore<Row>
  /** Returns the initial memory of a run; a restart loses it. */
  remember(row: Row): Memory
  /** True when the job may continue with this key: the desk's own after a start, or one of its owner. */
  accepts(row: Row, client: PortraitClient, from: 'desk' | 'owner'): Promise<boolean>
  /**
   * Does the next piece of work, and stores before each call what must not be forgotten. Returns false when nothing is
   * left and the end is stored. Throws errors.
   */
  step(run: Run<Row, Memory>): Promise<boolean>
  /** True when the job ends with the account of its owner; the default. */
  isOwners?(row: Row): boolean
  /** Returns null for the default: errors that concern everything pause the job, all others end it. */
  judge?(run: Run<Row, Memory>, thrown: unknown): Promise<Verdict | null>
  /** Stores an end. Returns false, and stores nothing, for a job that has ended before. */
  end(row: Row, ending: Ending): Promise<boolean>
  /** Settles what is open after any end. Without a client the service cannot be asked. */
  settle?(row: Row, client: PortraitClient | null): Promise<void>
  /** Releases the resources of a run. */
  release?(run: Run<Row, Memory>): void
  /** Returns the fields of the log line of its end: counts and codes, never names. */
  account(row: Row): Promise<Record<string, string | number | null>>
}

export function getHeldJobs(): Map<string, HeldJob> {
  return singleton('held-jobs', () => new Map<string, HeldJob>())
}

/** Jobs with an unexpected error. They wait for the next start, or until they are resumed. */
export function getBrokenJobs(): Set<string> {
  return singleton('broken-jobs', () => new Set<string>())
}

export function findHeldJob<Row extends JobRow, Memory>(
  _kind: JobKind<Row, Memory>,
  id: string,
): Run<Row, Memory> | undefined {
  // Ids are unique across kinds.
  return getHeldJobs().get(id) as Run<Row, Memory> | undefined
}

/** True when a job ends with the account that began it. */
export function endsWithOwner<Row extends JobRow>({ isOwners }: JobKind<Row>, row: Row): boolean {
  return row.owner_id !== DESK.id && isOwners?.(row) !== false
}

/**
 * True when the settings of this desk lock out an owner whose account is active. Such a job waits: it neither runs nor
 * ends.
 */
export async function isOwnerLockedOut<Row extends JobRow>(kind: JobKind<Row>, row: Row): Promise<boolean> {
  return endsWithOwner(kind, row) && (await isLockedOut(row.owner_id))
}

/** Returns the account that ended a job, and its owner when that is another account, for the log. */
export function toEnder(
  {
    owner_id,
    owner_email,
    cancelled_by,
  }: Pick<JobRow, 'owner_id' | 'cancelled_by'> & { owner_email: string },
  isCancelled: boolean,
): { actor: Canceller; account?: Canceller } {
  const owner = { id: owner_id, email: owner_email }
  const by = isCancelled ? cancelled_by : null
  if (!by || by.id === owner_id) return { actor: owner }
  return { actor: by, ...(owner_id !== DESK.id && { account: owner }) }
}

/** Finds a job that the user may see. Throws `not_found` for any other. */
export async function requireJob<Row extends JobRow>(
  { store }: Pick<JobKind<Row>, 'store'>,
  user: User,
  id: string,
): Promise<Row> {
  const row = await store().find(id)
  if (!row || !maySee(user, row)) throw new DeskError('not_found')
  return row
}

export function maySee(user: User, { owner_id }: Pick<JobRow, 'owner_id'>): boolean {
  return owner_id === user.id || user.role === 'admin'
}
