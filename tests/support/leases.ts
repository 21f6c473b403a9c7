import { jobClaims } from '#lib/ports/job-claims.ts'
import { writeGuard } from '#lib/ports/write-guard.ts'
import { LEASE_GUARD } from '#lib/several-desks/held-leases.ts'
import { createLeaseClaims } from '#lib/several-desks/lease-claims.ts'
import { createLeaseStore } from '#lib/several-desks/lease-store.ts'
import { Leases } from '#lib/several-desks/leases.ts'
import type { Database } from '#lib/store/engine.ts'

const LONG_MS = 60_000

/**
 * Gives the desk under test leases in its database, like one of several desks, and returns the leases of another desk.
 */
export function installLeases(database: Database): Leases {
  const store = createLeaseStore(database)
  jobClaims.install(createLeaseClaims(new Leases(store, LONG_MS), () => {}))
  writeGuard.install(LEASE_GUARD)
  return new Leases(store, LONG_MS)
}
