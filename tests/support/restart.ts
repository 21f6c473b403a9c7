import { vi } from 'vitest'
import type { DeskSettings } from './desk-env.ts'

/** Continues with the same data folder in a new process, with the given changes of settings. */
export function restart(settings: DeskSettings = {}): void {
  for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
  vi.resetModules()
  Reflect.deleteProperty(globalThis, 'portraitDesk')
}
