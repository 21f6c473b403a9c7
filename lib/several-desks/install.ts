import 'server-only'
import { budgetLedger } from '#lib/ports/budget-ledger.ts'
import { deskEvents, onDeskEvent, publishDeskEvent } from '#lib/ports/desk-events.ts'
import { jobClaims } from '#lib/ports/job-claims.ts'
import { writeGuard } from '#lib/ports/write-guard.ts'
import { getEnv } from '#lib/settings/env.ts'
import { closeWithDatabase, getPostgres } from '#lib/store/database.ts'
import { LEASE_CHANGED, openDeskChannel, receiveDeskEvents } from './desk-events.ts'
import { LEASE_GUARD } from './held-leases.ts'
import { createLeaseClaims } from './lease-claims.ts'
import { createLeaseStore } from './lease-store.ts'
import { Leases } from './leases.ts'
import { createCallLedger, openLedgerServer } from './ledger-store.ts'
import { openListener } from './listener.ts'

/**
 * Lets this process work beside other desks on one PostgreSQL server, by implementing the four ports of `lib/ports`.
 * Does nothing where the database is a file. Call `start` when everything has subscribed to events.
 */
export function installSeveralDesks(): { start(): Promise<void> } {
  const { database: settings, jobLeaseMs } = getEnv()
  const database = getPostgres()
  if (settings === null || database === null) return { start: async () => {} }
  const listener = openListener(settings)
  const ledgers = openLedgerServer(settings, listener)
  closeWithDatabase(() => {
    void listener.close()
    void ledgers.close()
  })

  const channel = openDeskChannel(database, listener)
  deskEvents.install({ publish: (event, options) => channel.publish([event], options) })

  // Not the fenced database: leases are claimed and renewed whatever else is held.
  const leases = new Leases(createLeaseStore(database), jobLeaseMs)
  const onLeaseEvent = (handle: () => void) => onDeskEvent(LEASE_CHANGED, handle)
  leases.publish = job => void publishDeskEvent(LEASE_CHANGED, { job, of: 'lease' })
  onLeaseEvent(() => leases.onEvent())
  jobClaims.install(createLeaseClaims(leases, onLeaseEvent))
  writeGuard.install(LEASE_GUARD)

  budgetLedger.install(names => createCallLedger(ledgers, names))
  return { start: () => receiveDeskEvents(channel) }
}
