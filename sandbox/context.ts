import type { FaultList } from './faults/fault-list.ts'
import type { Journal } from './journal/journal.ts'
import type { Portraits } from './portraits/portraits.ts'
import type { RateLimiter } from './state/rate-limiter.ts'
import type { Store } from './state/store.ts'
import type { VariationList } from './variations/variation-list.ts'

/** State that all parts of one sandbox share. */
export type SandboxContext = {
  store: Store
  rateLimiter: RateLimiter
  faults: FaultList
  journal: Journal
  portraits: Portraits
  variations: VariationList
  now: () => number
}
