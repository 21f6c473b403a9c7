import { Client, Pool } from 'pg'
import { onTestFinished } from 'vitest'
import { createCallLedger } from '#lib/store/call-ledger-store.ts'
import { Listener } from '#lib/store/listener.ts'
import { CALL_LEDGER_MIGRATION } from '#lib/store/migrations/postgres/call-ledgers.ts'

/** The ledgers in a database, as several desks in this process reach them. Ends with the test. */
export async function openCallLedgers(connectionString: string, { max = 10 }: { max?: number } = {}) {
  const pool = new Pool({ connectionString, max })
  const noteBreak = () => {}
  pool.on('error', noteBreak)
  const listeners: Listener[] = []
  onTestFinished(async () => {
    await Promise.all(listeners.map(listener => listener.close()))
    await pool.end()
  })
  const [{ there } = {}] = (await pool.query("SELECT to_regclass('call_ledgers') IS NOT NULL AS there")).rows
  if (!there) await pool.query(CALL_LEDGER_MIGRATION)
  return {
    pool,
    /** The way of one desk to the ledger of one key. */
    connect(keyFingerprint: string, desk: string) {
      const listener = new Listener(async () => new Client({ connectionString }))
      listeners.push(listener)
      return createCallLedger({ pool, listener }, { keyFingerprint, desk })
    },
  }
}
