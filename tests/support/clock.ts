import { onTestFinished, vi } from 'vitest'

/** Stops the clock of this test: timers, `Date` and `performance` move only when the test says so. */
export function stopClock(): void {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] })
  onTestFinished(() => void vi.useRealTimers())
}

export async function passMs(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}
