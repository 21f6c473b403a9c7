import type { Lane } from './call-line.ts'
import type { Caller } from './fair-line.ts'

/** Keeps the calls of one key for the next start of the desk. */
export type CallRecord = {
  /** Calls of the process before that the service may still count: for each, how many milliseconds longer. */
  earlier: number[]
  /** Records a call before it leaves; null when that is not possible. */
  begin(): number | null
  end(id: number | null, outcome: 'answered' | 'never made'): void
}

/** The person of an interactive call, and how it waits. */
export type AcquireOptions = Partial<Caller> & {
  signal?: AbortSignal
  /** The person announces no further calls, as with the click that starts an export. No reserve is held for them. */
  last?: boolean
}

/** A place in the window. One of the two must be called; only the first call counts. */
export type Permit = {
  /** The service has certainly counted the call: the place is free again one window later. */
  arrived(): void
  /** The call was never made: the place is free again at once. */
  giveBack(): void
}

export type BudgetState = {
  limit: number
  windowMs: number
  /** Calls that could start now. */
  free: number
  /** Milliseconds until the next call may start; 0 when one may start now. */
  nextFreeMs: number
  /** Calls of this desk that wait. */
  waiting: Record<Lane, number>
}

/**
 * `paused`: the service asked for no calls. `waiting`: the limit is used up for this lane. `lost` and `found`: the
 * shared ledger is unreachable, and reachable again.
 */
export type BudgetEvent =
  | { event: 'lost'; error: unknown; waiting: number }
  | { event: 'found'; ms: number; waiting: number }
  | { event: 'paused'; ms: number; waiting: number }
  | { event: 'waiting'; lane: Lane; ms: number; waiting: number }
