/**
 * A desk that does nothing but call, as a process of its own: it shares its key's calls with others through the ledger, and
 * makes so many of them as a batch does.
 */
import { Client } from 'pg'
import { SharedBudget, type SharedBudgetOptions } from '#lib/portrait-api/shared-budget.ts'
import { createCallLedger, LedgerServer } from '#lib/several-desks/ledger-store.ts'
import { Listener } from '#lib/several-desks/listener.ts'

export type CountingDesk = {
  connectionString: string
  /** Is called once for each call. */
  service: string
  calls: number
  options: SharedBudgetOptions
}

const { connectionString, service, calls, options }: CountingDesk = JSON.parse(process.argv[2] ?? '')
const create = async () => new Client({ connectionString })
const listener = new Listener(create)
const server = new LedgerServer(create, listener)
const budget = new SharedBudget(
  options,
  createCallLedger(server, { keyFingerprint: 'a1b2c3', desk: options.desk }),
)
let left = calls

async function work(): Promise<void> {
  while (left > 0) {
    left -= 1
    const permit = await budget.acquire('background')
    const answer = await fetch(service)
    permit.arrived()
    await answer.arrayBuffer()
  }
}

const end = budget.beginBatch()
await Promise.all(Array.from({ length: 6 }, work))
end()
await Promise.all([listener.close(), server.close()])
