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

/** The account and key of practice mode. They exist only there, on the built-in sandbox with fictitious employees. */
export const PRACTICE = {
  email: 'hr@example.com',
  password: 'practice',
  apiKey: 'practice-key-of-the-built-in-sandbox',
} as const

type Quotas = {
  /** Sessions that an account may have at the same time. */
  sessions: number
  /** Exports, imports and batches that may be in progress, paused ones included. */
  exportsRunning: number
  importsRunning: number
  batchesRunning: number
  /** Exports and batches that are kept, those in progress included: never fewer than may be in progress. */
  exportsKept: number
  batchesKept: number
  downloadsHourly: number
  importDrafts: number
  /** Bytes of all import lists together, drafts or not, as JSON; the database needs half as much again. */
  importBytes: number
}

export type Env = {
  /** The address on which the desk listens. */
  host: string
  port: number
  sandboxPort: number
  /** Port on which the desk serves its metrics, or null when it serves none. */
  metricsPort: number | null
  /** Whether each request is logged, and whether the line contains the client address. */
  accessLog: '0' | '1' | 'no-address'
  appName: string
  /** Language of users whose browser asks for none that the desk has. */
  appLocale: AppLocale
  /** Time zone of all dates, so that server and browser show the same day for the same moment. */
  timeZone: string
  /** Public address of the desk, without a trailing slash: its origin and base path. */
  appUrl: string
  /** The origin alone. */
  appOrigin: string
  /** The path alone, such as `/portraits`; empty when the desk has the whole origin. */
  basePath: string
  /** The operator's own proxies, whose `X-Forwarded-For` is trusted; null when there are none. */
  trustedProxies: BlockList | null
  /** Whether browsers refuse plain http for all subdomains too, and may have the origin on their preload list. */
  hstsSubdomains: '0' | '1' | 'preload'
  /** Undefined only in practice mode, where one is generated into `dataDir`. */
  appSecret: string | undefined
  /** The previous secret, set while data that was sealed with it must remain readable. */
  appSecretPrevious: string | undefined
  dataDir: string
  /** Database server for everything that is otherwise in a file in `dataDir`; null when a file is used. */
  database: PostgresSettings | null
  /** How long a desk keeps its jobs without a sign of life; then another desk on the same database adopts them. */
  jobLeaseMs: number
  practice: boolean
  /** Base address of the service, ends in `/api/v1`. */
  portraitApiUrl: string
  /** The operator's key for all accounts, or undefined when users connect with their own keys. */
  portraitApiKey: string | undefined
  /** Calls per window that the service allows one key (specification section 8). */
  portraitApiLimit: number
  portraitApiWindowMs: number
  /** Calls that exports and thumbnails leave free while users are active. */
  portraitApiReserve: number
  /** How long an answer of the service is cached. */
  portraitApiCacheMs: number
  /** A folder in which several desks share their downloaded photos; null: each has its own in `dataDir`. */
  photoStoreDir: string | null
  /** Maximum size of the photo store. Photos that were unused for longer than `photoStoreMs` are deleted too. */
  photoStoreMaxBytes: number
  photoStoreMs: number
  /** Days for which the activity log is kept before it is deleted for good. */
  activityDays: number
  /** Days without any change after which import lists and their results are deleted. */
  importDays: number
  /** Days for which an archive can be downloaded. `exportHistoryDays`, for which an export is kept, is never less. */
  exportDays: number
  exportHistoryDays: number
  /** Days for which the results of a batch are kept. */
  batchDays: number
  /**
   * Days for which records that name an employee deleted at the service are kept; 0: until the next check, within the
   * hour.
   */
  goneDays: number
  /** Maximum duration of a session, and how long it lasts without activity. */
  sessionMs: number
  sessionIdleMs: number
  /** Limits of what one account may use of the desk. */
  quotas: Quotas
  /** How long downloads in progress may continue after the desk is asked to stop. */
  stopMs: number
  /** Before that, how long the desk reports that it is not ready but still answers requests. */
  stopGraceMs: number
  /** The company's proxy and the authorities that the desk trusts. */
  outbound: Outbound
  /** Single sign-on, or null when the desk has none. */
  oidc: OidcSettings | null
  /** Whether users may sign in with a password of the desk. */
  localSignIn: boolean
  /** A JSON file with further targets of exports, or undefined. */
  exportTargetsFile: string | undefined
  deliveries: DeliverySettings
  /** The mail server, or null when the desk sends no mail. */
  mail: MailSettings | null
  /** Settings whose effect differs from their value, each in one sentence that names the variable. */
  hints: string[]
}

/** One sentence for the operator, or one per line. Names the variables and never contains their values. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** The settings of this process, read once. Throws SettingsError. */
export function getEnv(): Env {
  return singleton('settings', () => parseEnv(process.env))
}

type Source = Record<string, string | undefined>

/** Reads and checks all settings. Throws SettingsError with every fault, one per line. */
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
  // Practice mode never uses a real database.
  const database = practice ? null : readDatabaseSettings(settings, faults)
  faults.push(
    ...findUnknownSettings(names, Object.keys(settingsSchema.shape), SECRETS),
    ...[...issues].map(([name, message]) => `${name} ${message}.`),
    // A setting that is already wrong causes no second fault about its relation to others.
    ...findFaultsTogether(settings, practice, given).filter(fault => !mentions(fault, wrong)),
    // Practice mode makes no outbound calls.
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
    // Practice starts with an empty store each time.
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

/** Returns the faults of the settings in combination; each of them alone is valid. */
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
 * Reads secrets from files: `NAME_FILE` holds the path of a file with the value of `NAME` (Docker and Kubernetes
 * secrets). Returns the settings after that, the names of secrets whose files could not be read, and the faults.
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

/** Drops empty values: `NAME=` in an environment file means "not set". */
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
