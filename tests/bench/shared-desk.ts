/**
 * One of several desks that share a key through PostgreSQL, as a process of its own for `npm run bench:budget`. Prints
 * `ready`, begins on a message, and prints its result.
 */
import { once } from 'node:events'
import { Client } from 'pg'
import { connectWithKey } from '#lib/portrait-api/connect.ts'
import { budgetLedger } from '#lib/ports/budget-ledger.ts'
import { createCallLedger, LedgerServer } from '#lib/several-desks/ledger-store.ts'
import { Listener } from '#lib/several-desks/listener.ts'
import { clickAll, fetchAll, ownLatency } from './photo-export.ts'

export type SharedWork = { kind: 'fetch'; number: number; of: number } | { kind: 'click'; ms: number }
export type SharedResult = {
  beganAt: number
  endedAt: number
  waits: number[]
  refused: number
  ownMs: number
}

const work: SharedWork = JSON.parse(process.argv[2] ?? '')
const say = console.log
// Log lines of the desk would appear between the results.
console.log = () => {}
const connectionString = process.env.BENCH_DATABASE_URL ?? ''
const create = async () => new Client({ connectionString })
const server = new LedgerServer(create, new Listener(create))
const key = process.env.PORTRAIT_API_KEY ?? ''
budgetLedger.install(names => createCallLedger(server, names))
const as = (person: string) => connectWithKey(key, { person })
const client = as('')
client.budget.state()
say('ready')
await once(process.stdin, 'data')

const beganAt = Date.now()
const result: SharedResult = { beganAt, endedAt: 0, waits: [], refused: 0, ownMs: 0 }
if (work.kind === 'fetch') await fetchAll(client, index => index % work.of === work.number)
else {
  result.ownMs = await ownLatency(client)
  const { waits, refused } = await clickAll(as, AbortSignal.timeout(work.ms))
  Object.assign(result, { waits, refused })
}
say(JSON.stringify({ ...result, endedAt: Date.now() }))
process.exit()
