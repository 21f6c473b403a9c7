import { Client } from 'pg'
import { expect } from 'vitest'
import type { Postgres } from '#tests/support/postgres.ts'
import { until } from '#tests/support/until.ts'
import {
  beginAll,
  expectExact,
  type Size,
  startTwoDesks,
  type TwoDesks,
  untilEnded,
  untilUnderWay,
} from './two-desks.ts'

/** A fault of the desk that does all work, or of the shared database. */
export type Disturbance = (desks: TwoDesks, databaseUrl: string) => Promise<void>

export const killed: Disturbance = ({ first }) => first.stop('SIGKILL')

export const askedToStop: Disturbance = ({ first }) => first.stop('SIGTERM')

export const stoppedUntilTakenOver: Disturbance = async ({ first }, url) => {
  const before = await listLeases(url)
  process.kill(first.pid, 'SIGSTOP')
  await until('the other desk has all of them', async () => {
    const now = await listLeases(url)
    return [...before].every(([name, owner]) => now.get(name) !== owner)
  })
  process.kill(first.pid, 'SIGCONT')
}

/** Stops the process for a while, like a stopped machine or a starved processor. */
export function stoppedFor(ms: number): Disturbance {
  return async ({ first }) => {
    process.kill(first.pid, 'SIGSTOP')
    await new Promise(resolve => setTimeout(resolve, ms))
    process.kill(first.pid, 'SIGCONT')
  }
}

export const connectionsCut: Disturbance = async (_, url) => {
  const { rowCount } = await query(
    url,
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  expect(rowCount).toBeGreaterThan(2)
}

export function startedAnew(server: Postgres): Disturbance {
  return async () => {
    await server.stop('fast')
    await server.start()
  }
}

/** Disturbs an export, an import and a batch in their middle, and expects the same end as without the fault. */
export async function expectToGoOn(databaseUrl: string, disturb: Disturbance, size?: Size): Promise<void> {
  const desks = await startTwoDesks(databaseUrl, size)
  const begun = await beginAll(desks)
  await untilUnderWay(desks)
  await disturb(desks, databaseUrl)
  await untilEnded(desks, begun)
  await expectExact(desks, begun)
  expect(await listLeases(databaseUrl)).toEqual(new Map())
}

/** The owner of each lease, by name. */
async function listLeases(url: string): Promise<Map<string, string>> {
  const { rows } = await query(url, 'SELECT name, owner FROM leases')
  return new Map(rows.map(({ name, owner }) => [String(name), String(owner)]))
}

async function query(url: string, sql: string) {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
