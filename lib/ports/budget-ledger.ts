import 'server-only'
import { createPort } from './port.ts'

/**
 * The ledger as it was read; `document` null and `version` 0 before the first write. `now`: the ledger's clock, in ms.
 */
export type FoundLedger = { document: unknown; version: number; now: number }

/**
 * The calls of one key, in one document that the budget reads and writes. `read` and `write` throw when it is
 * unreachable.
 */
export type BudgetLedger = {
  read(): Promise<FoundLedger>
  /**
   * Writes unless another desk has written since `version` was read; then returns the newer ledger, or null when it is
   * not known yet. `wake`: desks that should read it now. An error leaves open whether it was written.
   */
  write(
    document: object,
    options: { version: number; wake: string[] },
  ): Promise<{ written: true; now: number } | { written: false; found: FoundLedger | null }>
  /** Calls `look` when another desk wants this one to read the ledger; it may miss some. */
  listen(look: () => void): void
}

/** Opens the ledger of one key. `desk` names this process among all that share the key. */
export type OpenLedger = (options: { keyFingerprint: string; desk: string }) => BudgetLedger

export const budgetLedger = createPort<OpenLedger>('budget-ledger', openMemoryLedger)

/** Opens the ledger of a key that only this desk uses. */
export function openMemoryLedger(): BudgetLedger {
  let document: object | null = null
  let version = 0
  return {
    read: async () => ({ document, version, now: performance.now() }),
    async write(next) {
      document = next
      version += 1
      return { written: true, now: performance.now() }
    },
    listen() {},
  }
}
