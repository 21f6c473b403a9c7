import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { toDeskError } from './errors.ts'
import { singleton } from './singleton.ts'

/** Something of which one desk alone has the work, for as long as its lease lasts. */
export type HeldLease = {
  readonly name: string
  /** Grows with each claim by another holder. Null while there is nothing to lose: not claimed yet, or given back. */
  readonly token: number | null
  /** Somebody else has claimed it meanwhile. */
  readonly isLost: boolean
  /** Is called by whoever finds out. */
  lose(): void
  /** Throws `cancelled`, never sent, unless it certainly lasts for some time yet. */
  requireLasting(): Promise<void>
}

/**
 * Whatever is done in `run` is done as the holder of these leases, without every function handing them on: what is written
 * to the database carries their tokens (`lib/store/fenced.ts`), and what would change something at the service asks before it
 * leaves whether they still last. See docs/decisions/046-leases-with-tokens.md.
 */
export function withLeases<Result>(
  leases: readonly HeldLease[],
  run: () => Promise<Result>,
): Promise<Result> {
  return held().run(leases, run)
}

/** As whose holder the current work is done. */
export function currentLeases(): readonly HeldLease[] {
  // Timers and shared reads that were begun in a job go on when it is over.
  return (held().getStore() ?? []).filter(({ token }) => token !== null)
}

/** Right before something leaves that changes anything. Throws `cancelled` when another desk may be doing it by now. */
export async function requireLeases(): Promise<void> {
  for (const lease of currentLeases()) await lease.requireLasting()
}

/** A renewal took too long for what was to leave: that is nobody's failure, and the step begins anew with what is left. */
export function isLeaseLate(thrown: unknown): boolean {
  const { code, neverSent } = toDeskError(thrown)
  return code === 'cancelled' && neverSent
}

function held(): AsyncLocalStorage<readonly HeldLease[]> {
  return singleton('held-leases', () => new AsyncLocalStorage<readonly HeldLease[]>())
}
