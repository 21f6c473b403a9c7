import { hashKey } from './hash-key.ts'
import type { ServiceState } from './records.ts'

/** A data file may come from a start with another key; the key of this start is the one that opens the first account. */
export function setFirstKey(state: ServiceState, key: string): void {
  const [first] = state.keys
  if (first) first.sha256 = hashKey(key)
}
