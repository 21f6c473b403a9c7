import { vi } from 'vitest'

/** Records from now on every wait in milliseconds that ran to its end, without waits that were ended early. */
export function countWaits(): number[] {
  const waits: number[] = []
  const start = globalThis.setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((run: () => void, ms = 0) =>
    start(() => {
      waits.push(ms)
      run()
    }, ms)) as typeof setTimeout)
  return waits
}
