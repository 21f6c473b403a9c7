import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { createCallLedger, LedgerServer } from '#lib/several-desks/ledger-store.ts'
import { Listener } from '#lib/several-desks/listener.ts'
import { CALL_LEDGER_MIGRATION } from '#lib/store/call-ledger-schema.ts'

/**
 * The ledgers in a database for several desks in this process. Each desk has its own connection; all share one for
 * notifications. Ends with the test.
 */
export async function openCallLedgers(connectionString: string) {
  const admin = new Client({ connectionString })
  admin.on('error', () => {})
  await admin.connect()
  const create = async () => new Client({ connectionString })
  const listener = new Listener(create)
  const ends: { close(): Promise<void> }[] = [listener]
  onTestFinished(async () => {
    await Promise.all([...ends.map(end => end.close()), admin.end()])
  })
  await admin.query(CALL_LEDGER_MIGRATION)
  return {
    admin,
    /** Connects one desk to the ledger of one key. */
    connect(keyFingerprint: string, desk: string) {
      const server = new LedgerServer(create, listener)
      ends.push(server)
      return createCallLedger(server, { keyFingerprint, desk })
    },
  }
}
