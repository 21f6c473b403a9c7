import { Client } from 'pg'
import { onTestFinished } from 'vitest'
import { CALL_LEDGER_MIGRATION } from '#lib/store/call-ledger-schema.ts'
import { createCallLedger, LedgerServer } from '#lib/store/call-ledger-store.ts'

/** The ledgers in a database, as several desks in this process reach them, each over its own connection. Ends with the test. */
export async function openCallLedgers(connectionString: string) {
  const admin = new Client({ connectionString })
  admin.on('error', () => {})
  await admin.connect()
  const servers: LedgerServer[] = []
  onTestFinished(async () => {
    await Promise.all([...servers.map(server => server.close()), admin.end()])
  })
  await admin.query(CALL_LEDGER_MIGRATION)
  return {
    admin,
    /** The way of one desk to the ledger of one key. */
    connect(keyFingerprint: string, desk: string) {
      const server = new LedgerServer(async () => new Client({ connectionString }))
      servers.push(server)
      return createCallLedger(server, { keyFingerprint, desk })
    },
  }
}
