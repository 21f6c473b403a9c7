/** A process that makes calls alone, as a batch does. It shares its key with other processes through the ledger. */
import { Client } from 'pg'
import { Budget, type BudgetOptions } from '#lib/portrait-api/budget.ts'
import { createCallLedger, LedgerServer } from '#lib/several-desks/ledger-store.ts'
import { Listener } from '#lib/several-desks/listener.ts'

export type CountingDesk = {
  connectionString: string
  /** Address of the service. */
  service: string
  calls: number
  desk: string
  options: BudgetOptions
}

const { connectionString, service, calls, desk, options }: CountingDesk = JSON.parse(process.argv[2] ?? '')
const create = async () => new Client({ connectionString })
const listener = new Listener(create)
const server = new LedgerServer(create, listener)
const ledger = createCallLedger(server, { keyFingerprint: 'a1b2c3', desk })
const budget = new Budget(options, { desk, ledger })
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
