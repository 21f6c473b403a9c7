import 'server-only'
import { AsyncLocalStorage } from 'node:async_hooks'
import { DeskError } from '#lib/errors.ts'
import type { WriteGuard } from '#lib/ports/write-guard.ts'
import { singleton } from '#lib/singleton.ts'

/** A lease under which some work runs. */
export type HeldLease = {
  readonly name: string
  /** Grows with each claim by another holder. Null before the claim and after the release: there is nothing to lose. */
  readonly token: number | null
  /** True once another desk has claimed the lease. */
  readonly isLost: boolean
  /** Records that another desk has claimed the lease. */
  lose(): void
  /** Throws `cancelled`, never sent, unless the lease certainly lasts for some time yet. */
  requireLasting(): Promise<void>
}

/**
 * Runs work as the holder of these leases, so that no function has to hand them on. Writes to the database check their
 * tokens, and calls that change anything check first that they last. See docs/decisions/046-leases-with-tokens.md.
 */
export function withLeases<Result>(
  leases: readonly HeldLease[],
  run: () => Promise<Result>,
): Promise<Result> {
  return storage().run(leases, run)
}

/** The leases under which the current work runs. */
export function currentLeases(): readonly HeldLease[] {
  // Timers and shared reads that a job began continue after its end.
  return (storage().getStore() ?? []).filter(({ token }) => token !== null)
}

/**
 * The write guard of several desks: a write carries the tokens of its leases, so a desk that lost a job changes
 * nothing.
 */
export const LEASE_GUARD: WriteGuard = {
  isActive: () => currentLeases().length > 0,

  async requireForCall() {
    for (const lease of currentLeases()) await lease.requireLasting()
  },

  async requireForWrite(within) {
    for (const lease of currentLeases()) {
      const { name, token } = lease
      const found =
        !lease.isLost &&
        (await within.get('SELECT 1 AS ours FROM leases WHERE name = ? AND token = ?', name, token))
      if (found) continue
      lease.lose()
      throw new DeskError('cancelled')
    }
  },
}

function storage(): AsyncLocalStorage<readonly HeldLease[]> {
  return singleton('held-leases', () => new AsyncLocalStorage<readonly HeldLease[]>())
}
