import { vi } from 'vitest'
import { isOfThisTest } from './desk-state.ts'

/** Captures the log lines of one test, without lines of earlier tests, and keeps them off the terminal. */
export function captureOutput(): string[] {
  const lines: string[] = []
  const isOurs = isOfThisTest()
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      if (isOurs()) lines.push(parts.join(' '))
    })
  return lines
}
