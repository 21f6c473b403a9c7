import { vi } from 'vitest'

/** From now on: every wait in milliseconds that ran out, none that something else has ended before. */
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
