import { vi } from 'vitest'
import { isOfThisTest } from './desk-state.ts'

/**
 * Everything that the desk writes to its log during one test, and nothing of what the test before has left behind; none of it
 * reaches the terminal.
 */
export function captureOutput(): string[] {
  const lines: string[] = []
  const isOurs = isOfThisTest()
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const)
    vi.spyOn(console, method).mockImplementation((...parts: unknown[]) => {
      if (isOurs()) lines.push(parts.join(' '))
    })
  return lines
}
