import 'server-only'
import type { JobClaims } from '#lib/ports/job-claims.ts'
import { currentLeases, withLeases } from './held-leases.ts'
import type { Leases } from './leases.ts'

/** Share of a lease after which jobs of a desk that has stopped are looked for again. */
const POLL_AFTER = 1 / 10

/** Claims of jobs that are leases in the database. `onEvent` subscribes to requests and releases of other desks. */
export function createLeaseClaims(leases: Leases, onEvent: (handle: () => void) => void): JobClaims {
  return {
    areShared: true,
    open: (job, onLost) => leases.open(job, onLost),

    async hold(name, run, signal) {
      const lease = leases.open(name)
      await lease.request(signal)
      try {
        return await withLeases([...currentLeases(), lease], run)
      } finally {
        await lease.release('done')
      }
    },

    listOthers: () => leases.listOthers(),

    onOrphaned(adopt) {
      setInterval(adopt, leases.ms * POLL_AFTER).unref()
      onEvent(adopt)
    },
  }
}
