import { inject, vi } from 'vitest'
import { beginState } from './desk-state.ts'
import { createTempFolder } from './temp-folder.ts'

const NAMES = [
  'APP_LOCALE',
  'APP_SECRET',
  'APP_SECRET_PREVIOUS',
  'APP_URL',
  'DATA_DIR',
  'PORTRAIT_API_URL',
  'PORTRAIT_API_KEY',
  'ALLOW_HTTP',
  // Some shells set this to the name of the machine.
  'HOST',
  'TRUST_PROXY',
  'TIME_ZONE',
] as const

export type DeskSettings = Partial<Record<string, string>>

const FIRST_PORT = 20_000

/**
 * Test files share their process, and modules may be loaded again. A counter for all of them therefore belongs to the
 * process.
 */
const counter = globalThis as typeof globalThis & { testedServices?: number }

/**
 * The address of the service in this test. It is plain http: with TLS, msw's sockets leave errors in OpenSSL's queue,
 * and Node 24.21 ends the process at the next cookie that it opens.
 */
export function getServiceUrl(): string {
  return `http://localhost:${FIRST_PORT + (counter.testedServices ?? 0)}/api/v1`
}

/**
 * Changes the address of the service, so that late background reads of a desk do not reach the service of the next
 * test.
 */
export function leaveServiceUrl(): void {
  counter.testedServices = (counter.testedServices ?? 0) + 1
}

export const DESK_ORIGIN = 'https://desk.example.test'
export const APP_SECRET = 'a secret for tests, 32 characters or more'

/**
 * Applies the settings of one test, with a data folder of its own. Drops process-wide state, and reloads modules where
 * that is not enough. Code that shall see these settings must be imported afterwards, with `await import(…)`.
 */
export function applySettings(settings: DeskSettings = {}): { dataDir: string } {
  const dataDir = createTempFolder()
  // A replaced module is visible only to modules that are loaded afterwards.
  beginState({ anew: inject('replacesModules') === true })
  for (const name of NAMES) vi.stubEnv(name, undefined)
  // Every read of a test calls the service, unless the test is about the cache.
  vi.stubEnv('PORTRAIT_API_CACHE_MS', '0')
  const connected = { PORTRAIT_API_URL: getServiceUrl(), APP_URL: DESK_ORIGIN, APP_SECRET }
  for (const [name, value] of Object.entries({ ...connected, DATA_DIR: dataDir, ...settings }))
    vi.stubEnv(name, value)
  return { dataDir }
}

/** Practice mode: no setting is given. */
export const PRACTICE_SETTINGS = { PORTRAIT_API_URL: undefined, APP_URL: undefined, APP_SECRET: undefined }
