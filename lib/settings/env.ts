import 'server-only'
import { readFileSync } from 'node:fs'
import type { BlockList } from 'node:net'
import type { AppLocale } from '#lib/locales.ts'
import { singleton } from '#lib/singleton.ts'
import { type PostgresSettings, readDatabaseSettings } from './database-settings.ts'
import { type DeliverySettings, type MailSettings, readDeliverySettings } from './delivery-settings.ts'
import { toFileTrouble } from './file-trouble.ts'
import { chooseHost, isListenAddress, parseProxies } from './network-settings.ts'
import { findOidcProblem, type OidcSettings, toOidcSettings } from './oidc-settings.ts'
import { type Outbound, readOutbound } from './outbound-settings.ts'
import { findSecretProblem, SECRETS } from './secret-rules.ts'
import { type Settings, settingsSchema } from './settings-schema.ts'
import { findUnknownSettings } from './unknown-settings.ts'

/** The account and key of practice mode. They exist only there, on the built-in sandbox with made-up people. */
export const PRACTICE = {
  email: 'hr@example.com',
  password: 'practice',
  apiKey: 'practice-key-of-the-built-in-sandbox',
} as const

type Quotas = {
  /** Places where one may be signed in. */
  sessions: number
  /** Exports, imports and batches that may be under way, paused ones included. */
  exportsRunning: number
  importsRunning: number
  batchesRunning: number
  /** Exports and batches that are remembered, those under way included: never less than may be under way. */
  exportsKept: number
  batchesKept: number
  downloadsHourly: number
  importDrafts: number
  /** Of all lists together, drafts or not, as JSON; the database needs half as much again. */
  importBytes: number
}

export type Env = {
  /** The address on which the desk listens. */
  host: string
  port: number
  sandboxPort: number
  /** Where the desk tells what it counts, or null when nobody asks. */
  metricsPort: number | null
  /** Whether each request has a line in the log, and whether that says from where. */
  accessLog: '0' | '1' | 'no-address'
  appName: string
  /** The language of people whose browser asks for none that the desk speaks. */
  appLocale: AppLocale
  /** Server and browser name the same day at the same moment, wherever they stand. */
  timeZone: string
  /** Where browsers find the desk, without a trailing slash: its origin, and the path below which it stands. */
  appUrl: string
  /** The origin alone. */
  appOrigin: string
  /** The path alone, such as `/portraits`; empty when the desk has the origin for itself. */
  basePath: string
  /** The operator's own proxies, whose `X-Forwarded-For` is believed; null when there are none. */
  trustedProxies: BlockList | null
  /** Whether browsers shall refuse plain http for all names below ours too, and may be told so before the first visit. */
  hstsSubdomains: '0' | '1' | 'preload'
  /** Undefined only in practice mode, where one is generated into `dataDir`. */
  appSecret: string | undefined
  /** The secret before the current one, while what was sealed with it shall still be readable. */
  appSecretPrevious: string | undefined
  dataDir: string
  /** The server that keeps what else is kept in `dataDir`; null: a file there does. */
  database: PostgresSettings | null
  /** Of several desks at one server: what one of them works on is taken up by another after so long without a sign of life. */
  jobLeaseMs: number
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
  /** A folder that several desks share for the photos that they have fetched; null: each has its own in `dataDir`. */
  photoStoreDir: string | null
  /** The photo store never holds more than this, and nothing that was unused for longer than `photoStoreMs`. */
  photoStoreMaxBytes: number
  photoStoreMs: number
  /** How long the log of who did what is kept; then it is deleted for ever. */
  activityDays: number
  /** Lists of people, and what came of them, are deleted when nobody has touched them for so long. */
  importDays: number
  /** An archive can be downloaded for so long, and what was exported stays known for so long: never for less. */
  exportDays: number
  exportHistoryDays: number
  /** The results of a change to many people. */
  batchDays: number
  /** What still names a person who was deleted at the service; 0: only until the next look, within the hour. */
  goneDays: number
  /** How long a sign-in lasts at most, and how long without anybody being there. */
  sessionMs: number
  sessionIdleMs: number
  /** What one person may take of the desk. */
  quotas: Quotas
  /** Downloads that are on their way when the desk is asked to stop may go on for so long. */
  stopMs: number
  /** Before that, the desk says that it is not ready, and answers all the same. */
  stopGraceMs: number
  /** The company's proxy and the desk's own certificate. */
  outbound: Outbound
  /** Single sign-on, or null when the desk has none. */
  oidc: OidcSettings | null
  /** Whether people may sign in with a password of the desk. */
  localSignIn: boolean
  /** A JSON file with further targets of exports, or undefined. */
  exportTargetsFile: string | undefined
  deliveries: DeliverySettings
  /** The mail server, or null when the desk sends no mail. */
  mail: MailSettings | null
  /** What is set and read otherwise than it says, each in one sentence that names the variable. */
  hints: string[]
}

/** A sentence for the operator, or several in a line each, that name the variable and never hold its value. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** The settings of this process, read once. Throws SettingsError. */
export function getEnv(): Env {
  return singleton('settings', () => parseEnv(process.env))
}

type Source = Record<string, string | undefined>

/** Reads and checks all settings. Throws SettingsError with everything that is wrong, a line for each. */
export function parseEnv(source: Source): Env {
  const { given, unread, faults } = readSecretFiles(source)
  const parsed = settingsSchema.safeParse(given)
  const issues = new Map<string, string>()
  for (const { path, message } of parsed.error?.issues ?? [])
    if (!issues.has(path.join('.'))) issues.set(path.join('.'), message)
  const wrong = [...unread, ...issues.keys()]
  const settings = parsed.data ?? settingsSchema.parse(without(given, wrong))
  const practice = given.PORTRAIT_API_URL === undefined
  const names = Object.keys(withoutEmpty(source))
  const { outbound, faults: outboundFaults } = readOutbound(source)
  // Practice mode never meets what is real.
  const database = practice ? null : readDatabaseSettings(settings, faults)
  faults.push(
    ...findUnknownSettings(names, Object.keys(settingsSchema.shape), SECRETS),
    ...[...issues].map(([name, message]) => `${name} ${message}.`),
    // What a setting that is wrong anyway means for others, nobody knows yet.
    ...findFaultsTogether(settings, practice, given).filter(fault => !mentions(fault, wrong)),
    // Practice mode asks nobody outside.
    ...(practice ? [] : outboundFaults),
  )
  if (source.NODE_TLS_REJECT_UNAUTHORIZED === '0')
    faults.unshift(
      'NODE_TLS_REJECT_UNAUTHORIZED must not be 0: name your own authority in NODE_EXTRA_CA_CERTS instead.',
    )
  if (faults.length > 0) throw new SettingsError(faults.join('\n'))
  return {
    host: chooseHost(settings.HOST, practice),
    port: settings.PORT,
    sandboxPort: settings.SANDBOX_PORT,
    metricsPort: settings.METRICS_PORT ?? null,
    accessLog: settings.ACCESS_LOG,
    appName: settings.APP_NAME,
    appLocale: settings.APP_LOCALE,
    timeZone: settings.TIME_ZONE,
    ...toPlace(settings.APP_URL ?? `http://localhost:${settings.PORT}`),
    trustedProxies: settings.TRUST_PROXY === '0' ? null : parseProxies(settings.TRUST_PROXY),
    hstsSubdomains: settings.HSTS_SUBDOMAINS,
    appSecret: settings.APP_SECRET,
    appSecretPrevious: settings.APP_SECRET_PREVIOUS,
    dataDir: settings.DATA_DIR,
    database,
    jobLeaseMs: settings.JOB_LEASE_SECONDS * 1000,
    practice,
    portraitApiUrl: settings.PORTRAIT_API_URL ?? `http://127.0.0.1:${settings.SANDBOX_PORT}/api/v1`,
    portraitApiKey: practice ? PRACTICE.apiKey : settings.PORTRAIT_API_KEY,
    portraitApiLimit: settings.PORTRAIT_API_LIMIT,
    portraitApiWindowMs: settings.PORTRAIT_API_WINDOW_MS,
    portraitApiReserve: Math.min(settings.PORTRAIT_API_RESERVE, Math.floor(settings.PORTRAIT_API_LIMIT / 4)),
    portraitApiCacheMs: settings.PORTRAIT_API_CACHE_MS,
    // Practice begins anew with an empty store.
    photoStoreDir: practice ? null : (settings.PHOTO_STORE_DIR ?? null),
    photoStoreMaxBytes: settings.PHOTO_STORE_MAX_MB * 1024 * 1024,
    photoStoreMs: settings.PHOTO_STORE_DAYS * 24 * 60 * 60 * 1000,
    activityDays: settings.ACTIVITY_DAYS,
    importDays: settings.IMPORT_DAYS,
    exportDays: settings.EXPORT_DAYS,
    exportHistoryDays: Math.max(settings.EXPORT_HISTORY_DAYS, settings.EXPORT_DAYS),
    batchDays: settings.BATCH_DAYS,
    goneDays: settings.GONE_DAYS,
    sessionMs: settings.SESSION_HOURS * 60 * 60 * 1000,
    sessionIdleMs: settings.SESSION_IDLE_MINUTES * 60 * 1000,
    quotas: {
      sessions: settings.QUOTA_SESSIONS,
      exportsRunning: settings.QUOTA_EXPORTS_RUNNING,
      importsRunning: settings.QUOTA_IMPORTS_RUNNING,
      batchesRunning: settings.QUOTA_BATCHES_RUNNING,
      exportsKept: Math.max(settings.QUOTA_EXPORTS_KEPT, settings.QUOTA_EXPORTS_RUNNING),
      batchesKept: Math.max(settings.QUOTA_BATCHES_KEPT, settings.QUOTA_BATCHES_RUNNING),
      downloadsHourly: settings.QUOTA_DOWNLOADS_HOURLY,
      importDrafts: settings.QUOTA_IMPORT_DRAFTS,
      importBytes: settings.QUOTA_IMPORTS_MB * 1024 * 1024,
    },
    stopMs: settings.STOP_SECONDS * 1000,
    stopGraceMs: practice ? 0 : settings.STOP_GRACE_SECONDS * 1000,
    outbound,
    oidc: toOidcSettings(settings),
    localSignIn: settings.LOCAL_SIGN_IN === '1',
    exportTargetsFile: settings.EXPORT_TARGETS_FILE,
    ...readDeliverySettings(settings, practice),
    hints: listHints(settings, practice),
  }
}

function listHints({ HOST, TRUST_PROXY, DATABASE_URL }: Settings, practice: boolean): string[] {
  const hints: string[] = []
  if (practice && DATABASE_URL !== undefined)
    hints.push('DATABASE_URL is not heeded: practice mode keeps its made-up people in DATA_DIR.')
  if (practice && HOST !== undefined && HOST !== chooseHost(HOST, practice))
    hints.push('HOST is not heeded: practice mode is open to this machine only.')
  if (TRUST_PROXY === '1')
    hints.push(
      'TRUST_PROXY=1 now means TRUST_PROXY=loopback, a proxy on this machine: write that, or the address of your proxy.',
    )
  return hints
}

/** What is wrong with the settings as a whole; each of them alone is right. */
function findFaultsTogether(settings: Settings, practice: boolean, given: Source): string[] {
  const faults = practice ? [] : findProductionFaults(settings)
  if (practice && settings.PORT === settings.SANDBOX_PORT) faults.push('SANDBOX_PORT must differ from PORT.')
  if (
    settings.METRICS_PORT === settings.PORT ||
    (practice && settings.METRICS_PORT === settings.SANDBOX_PORT)
  )
    faults.push('METRICS_PORT must differ from the other ports.')
  if ((settings.SMTP_URL === undefined) !== (settings.MAIL_FROM === undefined))
    faults.push('SMTP_URL and MAIL_FROM belong together: set both, or neither.')
  const oidcGiven = Object.keys(given).filter(name => name.startsWith('OIDC_') && name in settings)
  for (const problem of [findSecretProblem(settings), findOidcProblem(settings, oidcGiven)])
    if (problem) faults.push(problem)
  return faults
}

function findProductionFaults({ APP_SECRET, APP_URL, ALLOW_HTTP, HOST }: Settings): string[] {
  const faults: string[] = []
  if (!APP_SECRET) faults.push('APP_SECRET is missing: set it to at least 32 random characters.')
  if (!APP_URL) faults.push('APP_URL is missing: set it to the address at which people open the desk.')
  else if (new URL(APP_URL).protocol !== 'https:' && ALLOW_HTTP !== '1')
    faults.push('APP_URL must begin with https:// (or set ALLOW_HTTP=1 to run the desk without TLS).')
  if (HOST !== undefined && !isListenAddress(HOST))
    faults.push('HOST must be an address of this machine such as 127.0.0.1, ::1 or 0.0.0.0.')
  return faults
}

/**
 * `NAME_FILE` holds the path of a file with the value of the secret `NAME` (Docker and Kubernetes secrets). Returns what is
 * given after they were read, the names of secrets whose files could not be, and why not.
 */
function readSecretFiles(source: Source): { given: Source; unread: string[]; faults: string[] } {
  const settings = { ...source }
  const unread: string[] = []
  const faults: string[] = []
  for (const name of SECRETS) {
    const path = source[`${name}_FILE`]
    if (!path) continue
    try {
      if (source[name]) faults.push(`${name} and ${name}_FILE are both set: keep one of them.`)
      else settings[name] = readFileSync(path, 'utf8').trim()
    } catch (error) {
      faults.push(`${name}_FILE names a file that ${toFileTrouble(error)}.`)
      unread.push(name)
    }
  }
  // A Kubernetes service called "sandbox" sets this name to an address of its own.
  if (settings.SANDBOX_PORT?.startsWith('tcp://')) settings.SANDBOX_PORT = ''
  return { given: withoutEmpty(settings), unread, faults }
}

function mentions(sentence: string, names: readonly string[]): boolean {
  return sentence.split(/\W+/).some(word => names.includes(word))
}

/** `NAME=` in an environment file means "not set". */
function withoutEmpty(source: Source): Source {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== '' && value !== undefined))
}

function without(source: Source, names: readonly string[]): Source {
  return Object.fromEntries(Object.entries(source).filter(([name]) => !names.includes(name)))
}

function toPlace(url: string): Pick<Env, 'appUrl' | 'appOrigin' | 'basePath'> {
  const { origin, pathname } = new URL(url)
  const basePath = pathname === '/' ? '' : pathname
  return { appUrl: origin + basePath, appOrigin: origin, basePath }
}
