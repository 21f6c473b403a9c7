import 'server-only'
import { readFileSync } from 'node:fs'
import { z } from 'zod'

/** The account and key of practice mode. They exist only there, on the built-in sandbox with made-up people. */
export const PRACTICE = {
  email: 'hr@example.com',
  password: 'practice',
  apiKey: 'practice-key-of-the-built-in-sandbox',
} as const

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
const SECRETS = ['APP_SECRET', 'PORTRAIT_API_KEY'] as const

function number(min: number, max: number, fallback: number) {
  const error = `must be a number from ${min} to ${max}`
  return z.coerce.number(error).min(min, error).max(max, error).default(fallback)
}

function wholeNumber(min: number, max: number, fallback: number) {
  return number(min, max, fallback).refine(Number.isInteger, 'must be a whole number')
}

function port(fallback: number) {
  return wholeNumber(1, 65_535, fallback)
}

const settingsSchema = z.object({
  PORT: port(3000),
  SANDBOX_PORT: port(4010),
  APP_URL: z
    .url({ protocol: /^https?$/, error: 'must be a web address such as https://portraits.example.com' })
    .optional(),
  APP_NAME: z.string().max(60, 'must have at most 60 characters').default('Portrait Desk'),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  PORTRAIT_API_URL: z
    .url({ error: 'must be a web address such as https://portraits.example.com/api/v1', abort: true })
    .regex(/^[^?#]*\/api\/v1$/, 'must end in /api/v1')
    .refine(hasNoCredentials, 'must not hold a user name or password')
    .refine(isHttpsOrLoopback, 'must begin with https://')
    .optional(),
  PORTRAIT_API_KEY: z
    .string()
    .min(8, 'is too short for an API key')
    .regex(/^[\x21-\x7e]+$/, 'must be one word')
    .optional(),
  PORTRAIT_API_LIMIT: wholeNumber(1, 100_000, 120),
  PORTRAIT_API_WINDOW_MS: wholeNumber(100, 3_600_000, 60_000),
  PORTRAIT_API_RESERVE: wholeNumber(0, 100_000, 20),
  PORTRAIT_API_CACHE_MS: wholeNumber(0, 3_600_000, 15_000),
  PHOTO_STORE_MAX_MB: wholeNumber(16, 100_000_000, 4096),
  PHOTO_STORE_DAYS: number(0.001, 3650, 3),
  EXPORT_TARGETS_FILE: z.string().min(1).optional(),
  ALLOW_HTTP: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
})

export type Env = {
  port: number
  sandboxPort: number
  appName: string
  /** Origin of the desk as browsers see it, without a trailing slash. */
  appUrl: string
  /** Undefined only in practice mode, where one is generated into `dataDir`. */
  appSecret: string | undefined
  dataDir: string
  practice: boolean
  /** Base address of the service, ends in `/api/v1`. */
  portraitApiUrl: string
  /** The operator's key for everybody, or undefined when people connect themselves. */
  portraitApiKey: string | undefined
  /** Calls per window that the service allows one key (specification section 8). */
  portraitApiLimit: number
  portraitApiWindowMs: number
  /** Calls that exports and thumbnails leave free while people are active. */
  portraitApiReserve: number
  /** How long an answer of the service counts as known. */
  portraitApiCacheMs: number
  /** The photo store never holds more than this, and nothing that was unused for longer than `photoStoreMs`. */
  photoStoreMaxBytes: number
  photoStoreMs: number
  /** A JSON file with further targets of exports, or undefined. */
  exportTargetsFile: string | undefined
}

/** One sentence for the operator that names the variable and never holds its value. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

let cached: Env | undefined

/** The settings of this process, read once. Throws SettingsError. */
export function getEnv(): Env {
  cached ??= parseEnv(process.env)
  return cached
}

/** Reads and checks all settings. Throws SettingsError with the first thing that is wrong. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  if (source.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    throw new SettingsError(
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: name your own authority in NODE_EXTRA_CA_CERTS instead.',
    )
  const parsed = settingsSchema.safeParse(withoutEmpty(withSecretFiles(source)))
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    throw new SettingsError(`${issue?.path.join('.') ?? 'A setting'} ${issue?.message ?? 'is wrong'}.`)
  }
  const settings = parsed.data
  const practice = settings.PORTRAIT_API_URL === undefined
  if (practice && settings.PORT === settings.SANDBOX_PORT)
    throw new SettingsError('SANDBOX_PORT must differ from PORT.')
  if (!practice) requireProductionSettings(settings)
  return {
    port: settings.PORT,
    sandboxPort: settings.SANDBOX_PORT,
    appName: settings.APP_NAME,
    appUrl: new URL(settings.APP_URL ?? `http://localhost:${settings.PORT}`).origin,
    appSecret: settings.APP_SECRET,
    dataDir: settings.DATA_DIR,
    practice,
    portraitApiUrl: settings.PORTRAIT_API_URL ?? `http://127.0.0.1:${settings.SANDBOX_PORT}/api/v1`,
    portraitApiKey: practice ? PRACTICE.apiKey : settings.PORTRAIT_API_KEY,
    portraitApiLimit: settings.PORTRAIT_API_LIMIT,
    portraitApiWindowMs: settings.PORTRAIT_API_WINDOW_MS,
    portraitApiReserve: Math.min(settings.PORTRAIT_API_RESERVE, Math.floor(settings.PORTRAIT_API_LIMIT / 4)),
    portraitApiCacheMs: settings.PORTRAIT_API_CACHE_MS,
    photoStoreMaxBytes: settings.PHOTO_STORE_MAX_MB * 1024 * 1024,
    photoStoreMs: settings.PHOTO_STORE_DAYS * 24 * 60 * 60 * 1000,
    exportTargetsFile: settings.EXPORT_TARGETS_FILE,
  }
}

function requireProductionSettings(settings: z.infer<typeof settingsSchema>): void {
  if (!settings.APP_SECRET)
    throw new SettingsError('APP_SECRET is missing: set it to at least 32 random characters.')
  if (!settings.APP_URL)
    throw new SettingsError('APP_URL is missing: set it to the address at which people open the desk.')
  if (new URL(settings.APP_URL).protocol !== 'https:' && settings.ALLOW_HTTP !== '1')
    throw new SettingsError(
      'APP_URL must begin with https:// (or set ALLOW_HTTP=1 to run the desk without TLS).',
    )
}

/** `NAME_FILE` holds the path of a file with the value of the secret `NAME` (Docker and Kubernetes secrets). */
function withSecretFiles(source: Record<string, string | undefined>): Record<string, string | undefined> {
  const settings = { ...source }
  for (const name of SECRETS) {
    const path = source[`${name}_FILE`]
    if (!path) continue
    if (source[name]) throw new SettingsError(`${name} and ${name}_FILE are both set: keep one of them.`)
    settings[name] = readSecret(name, path)
  }
  return settings
}

function readSecret(name: string, path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    throw new SettingsError(`${name}_FILE names a file that cannot be read.`)
  }
}

/** `NAME=` in an environment file means "not set". */
function withoutEmpty(source: Record<string, string | undefined>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== ''))
}

function hasNoCredentials(url: string): boolean {
  const { username, password } = new URL(url)
  return username === '' && password === ''
}

function isHttpsOrLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}
