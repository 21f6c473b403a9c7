import { type Ledger, parseLedger } from '#lib/portrait-api/ledger.ts'
import type { BudgetLedger, FoundLedger } from '#lib/ports/budget-ledger.ts'

export type Trouble = {
  /** The desk gets no answer before this moment of the test's clock; `Infinity`: its process is dead. */
  silentUntil: number
}

/**
 * A model of PostgreSQL with one ledger, on the test's stopped clock. Each message takes some milliseconds; the model
 * has its own clock, and can be stopped.
 */
export function createLedgerModel({ delays, clockMs = 0 }: { delays: readonly number[]; clockMs?: number }) {
  let document: string | null = null
  let version = 0
  let clock = clockMs
  let awayUntil = 0
  let ways = 0
  const desks = new Set<{ desk: string; look(): void; trouble: Trouble }>()
  /** All versions, in order. */
  const written: { at: number; ledger: Ledger }[] = []

  async function way(trouble: Trouble): Promise<void> {
    ways += 1
    await pass(delays[ways % delays.length] ?? 0)
    while (trouble.silentUntil > performance.now()) await pass(trouble.silentUntil - performance.now())
  }

  function find(): FoundLedger {
    return { document: document && JSON.parse(document), version, now: performance.now() + clock }
  }

  function requireServer(): void {
    if (performance.now() < awayUntil) throw new Error('The database is away.')
  }

  return {
    written,

    /** Stops the server for some milliseconds. Statements in flight may still be carried out, without an answer. */
    goAway(ms: number): void {
      awayUntil = performance.now() + ms
    },

    turnClockBack(ms: number): void {
      clock -= ms
    },

    /** Connects the desk of this name. */
    connect(desk: string): { store: BudgetLedger; trouble: Trouble } {
      const trouble: Trouble = { silentUntil: 0 }
      const store: BudgetLedger = {
        async read() {
          await way(trouble)
          requireServer()
          const found = find()
          await way(trouble)
          requireServer()
          return found
        },
        async write(next, { version: expected, wake }) {
          await way(trouble)
          requireServer()
          const found = find()
          const isNext = version === expected
          if (isNext) {
            version += 1
            const ledger = parseLedger(next, found.now)
            document = JSON.stringify(ledger)
            written.push({ at: performance.now(), ledger })
            for (const { desk, look, trouble: theirs } of desks)
              if (wake.includes(desk)) void way(theirs).then(look)
          }
          await way(trouble)
          requireServer()
          return isNext ? { written: true, now: found.now } : { written: false, found }
        },
        listen: look => void desks.add({ desk, look, trouble }),
      }
      return { store, trouble }
    },
  }
}

/** Waits; never resolves for an infinite time. */
export function pass(ms: number): Promise<void> {
  return new Promise(resolve => {
    if (Number.isFinite(ms)) setTimeout(resolve, Math.ceil(ms))
  })
}
