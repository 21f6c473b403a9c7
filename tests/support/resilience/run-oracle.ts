import { expect } from 'vitest'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { type ChaosDesk, expectWithinLimit } from './chaos-desk.ts'
import { FAULTS, type FaultName, type Oracle, type Outcome } from './faults.ts'

type Operation<Value> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** The path of the failing calls; reads that check the outcome do not fail. */
  path: string
  run(): Promise<Value>
}

export const toCases = (oracle: Oracle) => Object.entries(oracle) as [FaultName, Outcome][]

/**
 * Runs the operation while its calls fail, and compares the result with the oracle. Returns the value, or null after an
 * expected failure.
 */
export async function runAgainst<Value>(
  desk: ChaosDesk,
  { method, path, run }: Operation<Value>,
  { fault, outcome }: { fault: FaultName; outcome: Outcome },
): Promise<Value | null> {
  const { done, ...request } = FAULTS[fault]
  await desk.fault({ method, path, ...request })
  const { value, code } = await run().then(
    value => ({ value, code: 'right' }),
    (thrown: unknown) => ({ value: null, code: desk.toDeskError(thrown).code }),
  )
  expect(code).toBe(outcome)
  const journal = await desk.journal()
  expectWithinLimit(journal)
  expect(journal.some(entry => entry.path.includes('elsewhere'))).toBe(false)
  if (method !== 'GET') expect(countDone(journal, method, done)).toBeLessThanOrEqual(1)
  return value
}

/** The number of calls that had an effect at the service, whatever their answers. */
function countDone(journal: JournalEntry[], method: string, doneDespiteFault: boolean): number {
  return journal.filter(entry => {
    if (entry.method !== method) return false
    return entry.fault === null ? entry.status !== null && entry.status < 300 : doneDespiteFault
  }).length
}
