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
  // Some shells set it to the name of the machine.
  'HOST',
  'TRUST_PROXY',
  'TIME_ZONE',
] as const

export type DeskSettings = Partial<Record<string, string>>

const FIRST_PORT = 20_000

/** Files of tests share their process, and modules may be read anew: what counts through all of them hangs on the process. */
const counter = globalThis as typeof globalThis & { testedServices?: number }

/**
 * Where people connect to the service themselves in this test. It speaks plain http here: with TLS, msw's sockets leave
 * errors in OpenSSL's queue, and Node 24.21 ends the process at the next cookie that it opens.
 */
export function getServiceUrl(): string {
  return `http://localhost:${FIRST_PORT + (counter.testedServices ?? 0)}/api/v1`
}

/** What a desk still reads in the background when its test is over must not reach the service of the next test. */
export function leaveServiceUrl(): void {
  counter.testedServices = (counter.testedServices ?? 0) + 1
}

export const DESK_ORIGIN = 'https://desk.example.test'
export const APP_SECRET = 'a secret for tests, 32 characters or more'

/**
 * The settings of one test, with a data folder of its own. Process-wide state is dropped, and where that is not enough modules are
 * read anew: so import what shall see these settings afterwards, with `await import(…)`.
 */
export function applySettings(settings: DeskSettings = {}): { dataDir: string } {
  const dataDir = createTempFolder()
  // What a test has put in the place of a module is seen by modules that are read afterwards.
  beginState({ anew: inject('replacesModules') === true })
  for (const name of NAMES) vi.stubEnv(name, undefined)
  // Each read of a test asks the service, unless the test is about what is known already.
  vi.stubEnv('PORTRAIT_API_CACHE_MS', '0')
  const connected = { PORTRAIT_API_URL: getServiceUrl(), APP_URL: DESK_ORIGIN, APP_SECRET }
  for (const [name, value] of Object.entries({ ...connected, DATA_DIR: dataDir, ...settings }))
    vi.stubEnv(name, value)
  return { dataDir }
}

/** Practice mode: nothing is configured. */
export const PRACTICE_SETTINGS = { PORTRAIT_API_URL: undefined, APP_URL: undefined, APP_SECRET: undefined }
