import { vi } from 'vitest'
import type { DeskSettings } from './desk-env.ts'

/** The same data folder in a new process, with other settings where some are given. */
export function restart(settings: DeskSettings = {}): void {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  vi.resetModules()
  Reflect.deleteProperty(globalThis, 'portraitDesk')
}
