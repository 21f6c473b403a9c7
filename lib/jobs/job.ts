import 'server-only'
import { DESK } from '#lib/contracts/activity.ts'
import type { User } from '#lib/contracts/session.ts'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import type { PortraitClient } from '#lib/portrait-api/client.ts'
import type { JobClaim } from '#lib/ports/job-claims.ts'
import { isLockedOut } from '#lib/session/accounts/accounts.ts'
import { singleton } from '#lib/singleton.ts'
import type { Canceller, JobStates } from '#lib/store/job-states.ts'
import type { PauseReason } from '#lib/store/words.ts'

/** What is written down of a job, whatever its kind adds to it. */
export type JobRow = {
  readonly id: string
  readonly owner_id: string
  /** `paused`, the kind's own word for being worked on, or one of its words for the end. */
  readonly state: string
  readonly pause_reason: PauseReason | 'by_person' | null
  /** The key with which it was begun, or goes on since. */
  readonly key_fingerprint: string | null
  /** When somebody cancelled it; only of kinds whose calls end before it does (`askToCancel`). */
  readonly cancel_asked_at?: string | null
  /** Need not be its owner. */
  readonly cancelled_by: Canceller | null
}

/** Where the jobs of a kind are written down. */
export type JobStore<Row extends JobRow> = JobStates & {
  find(id: string): Promise<Row | null>
  /** Oldest first: those that have not ended, and those that have but do not know yet what became of their last call. */
  listUnfinished(): Promise<Row[]>
}

/** A job that this process works on, or that waits in it for the end of a pause. */
export type HeldJob<Row extends JobRow = JobRow> = {
  /** As it was when it was taken up; what changes is in the store. */
  readonly row: Row
  /** The name of its kind. */
  readonly kind: string
  /** The right of this desk to work on it. */
  readonly claim: JobClaim
  /** The service, with the key of whoever brought one last. */
  client: PortraitClient
  /** Ends what the step under way waits for. A call that must not be torn apart comes to its end all the same. */
  signal: AbortSignal
  /**
   * Calls that it has to make yet, call by call in turn with others of its kind, without those on their way; null while it does
   * not work them off.
   */
  left: number | null
  /**
   * What it waits for, or has waited for while nothing of it has come to an end since: a pause and the try after it are one to
   * people. `tries`: so often in a row it went on in vain.
   */
  standstill: { readonly reason: PauseReason; readonly tries: number } | null
  /** Somebody has said "go on" since it was claimed last. */
  isResumed: boolean
  /** What it had waited for when somebody said "go on", until that is told; null where nobody did. */
  resumedFrom: string | null
  /** Aborting it puts the job down for good: it has been cancelled, or this process has to leave it to the next one. */
  readonly cancellation: AbortController
  /** Ends a wait, if there is one. */
  wake(): void
  /** Ends the step under way or a wait. What comes next is what the store says by then. */
  interrupt(): void
  /** Settles when nothing of it is on its way any more. */
  ended: Promise<void>
}

/** A held job with what its kind keeps in mind between two steps. */
export type Run<Row extends JobRow, Memory> = HeldJob<Row> & Memory

/** What an error means for the whole job: it waits, it tries again after so many ms, or it has failed. */
export type Verdict = { pause: PauseReason } | { againMs: number } | 'failed'

/** An end that does not come from the job's own work. */
export type Ending =
  | { state: 'cancelled'; cancelled_by: Canceller | null }
  | { state: 'failed'; error: ErrorCode }

/** All that the engine must know of a kind of jobs. */
export type JobKind<Row extends JobRow = JobRow, Memory = unknown> = {
  /** Begins its log lines, `export_paused`, and names the job in them. */
  readonly name: string
  /** The state in which somebody works on it. */
  readonly working: Row['state']
  store(): JobStore<Row>
  /** What a run begins with; a restart loses it. */
  remember(row: Row): Memory
  /** Whether it may go on with this key: the desk's own after a start, or one that its owner has brought. */
  accepts(row: Row, client: PortraitClient, from: 'desk' | 'owner'): Promise<boolean>
  /**
   * Does the next piece of work; what it must not forget is written down before each call. False when nothing is left to
   * do and the end is written down. Throws what went wrong.
   */
  step(run: Run<Row, Memory>): Promise<boolean>
  /** Whether it is its owner's alone, and ends with their account; without this it always is. */
  isOwners?(row: Row): boolean
  /** Null where it is as with any job: what stands in everybody's way is a pause, everything else has failed. */
  judge?(run: Run<Row, Memory>, thrown: unknown): Promise<Verdict | null>
  /** Writes an end down. False, and nothing is written, when it has ended before. */
  end(row: Row, ending: Ending): Promise<boolean>
  /** Settles what is open after an end, however that came. Without a client the service cannot be asked. */
  settle?(row: Row, client: PortraitClient | null): Promise<void>
  /** Lets go of what a run has held on to. */
  letGo?(run: Run<Row, Memory>): void
  /** What its end is told with: counts and codes, never names. */
  account(row: Row): Promise<Record<string, string | number | null>>
}

export function getHeldJobs(): Map<string, HeldJob> {
  return singleton('held-jobs', () => new Map<string, HeldJob>())
}

/** What has broken here waits for the next start, or for somebody who says "go on". */
export function getBrokenJobs(): Set<string> {
  return singleton('broken-jobs', () => new Set<string>())
}

export function findHeldJob<Row extends JobRow, Memory>(
  _kind: JobKind<Row, Memory>,
  id: string,
): Run<Row, Memory> | undefined {
  // An id is one job's alone, whatever its kind.
  return getHeldJobs().get(id) as Run<Row, Memory> | undefined
}

/** Whether a job ends with the account that began it. */
export function endsWithOwner<Row extends JobRow>({ isOwners }: JobKind<Row>, row: Row): boolean {
  return row.owner_id !== DESK.id && isOwners?.(row) !== false
}

/**
 * Whether its owner cannot come in as this desk is set up, while their account is there and active. Such a job waits, whoever
 * wakes it: nothing of it leaves, and nothing of it ends.
 */
export async function isOwnerLockedOut<Row extends JobRow>(kind: JobKind<Row>, row: Row): Promise<boolean> {
  return endsWithOwner(kind, row) && (await isLockedOut(row.owner_id))
}

/** Who has ended a job, for the log, and whose it was when it was not their own. */
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

/** Another person's job is `not_found`, as if it did not exist; an administrator sees all. */
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
