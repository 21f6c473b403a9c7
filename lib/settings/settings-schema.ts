import 'server-only'
import { z } from 'zod'
import { LOCALES } from '#lib/locales.ts'
import { findAddressProblem } from './database-settings.ts'
import { parseProxies } from './network-settings.ts'
import { oidcShape } from './oidc-settings.ts'
import { hasReadablePercents, PERCENT } from './percent.ts'

const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

function between(min: number, max: number) {
  const error = `must be a number from ${min} to ${max}`
  return z.coerce.number(error).min(min, error).max(max, error)
}

function wholeBetween(min: number, max: number) {
  return between(min, max).refine(Number.isInteger, 'must be a whole number')
}

function number(min: number, max: number, fallback: number) {
  return between(min, max).default(fallback)
}

function wholeNumber(min: number, max: number, fallback: number) {
  return wholeBetween(min, max).default(fallback)
}

const port = wholeBetween(1, 65_535)

/** An origin of Microsoft's services, or of a national cloud's. */
const serviceOrigin = z
  .url({ error: 'must be a web address such as https://graph.microsoft.com', abort: true })
  .refine(url => new URL(url).pathname === '/' && isPlainAddress(url), 'must hold no path')
  .refine(hasNoCredentials, 'must not hold a user name or password')
  .refine(isHttpsOrLoopback, 'must begin with https://')
  .transform(url => new URL(url).origin)

/** Every variable that the desk reads, checked one by one. */
export const settingsSchema = z.object({
  PORT: port.default(3000),
  // Checked in `parseEnv`: practice mode ignores it, and some shells set it to something else.
  HOST: z.string().optional(),
  SANDBOX_PORT: port.default(4010),
  METRICS_PORT: port.optional(),
  ACCESS_LOG: z.enum(['0', '1', 'no-address'], 'must be 1, 0 or no-address').default('0'),
  APP_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must be a web address such as https://portraits.example.com',
      abort: true,
    })
    .refine(hasNoCredentials, 'must not hold a user name or password')
    .refine(
      isPlainPlace,
      'must end with its host or port, or with a path of letters, digits, - and _, such as /portraits, without a slash behind it',
    )
    .optional(),
  APP_NAME: z.string().max(60, 'must have at most 60 characters').default('Portrait Desk'),
  APP_LOCALE: z.enum(LOCALES, `must be ${LOCALES.join(' or ')}`).default('de'),
  TIME_ZONE: z
    .string()
    .refine(isTimeZone, 'must be the name of a time zone such as Europe/Berlin')
    .default('Europe/Berlin'),
  APP_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  APP_SECRET_PREVIOUS: z.string().min(32, 'must have at least 32 characters').optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  // The second engine. See docs/decisions/042-two-engines-one-sql.md.
  DATABASE_URL: z
    .string()
    .superRefine((address, context) => {
      const problem = findAddressProblem(address)
      if (problem !== null) context.addIssue({ code: 'custom', message: problem })
    })
    .optional(),
  DATABASE_CA_FILE: z.string().min(1).optional(),
  DATABASE_POOL: wholeNumber(2, 200, 10),
  DATABASE_STATEMENT_SECONDS: number(1, 600, 30),
  DATABASE_LOCK_SECONDS: number(1, 600, 10),
  // See docs/decisions/046-leases-with-tokens.md.
  JOB_LEASE_SECONDS: number(0.5, 600, 20),
  PORTRAIT_API_URL: z
    .url({ error: 'must be a web address such as https://portraits.example.com/api/v1', abort: true })
    .refine(hasNoCredentials, 'must not hold a user name or password')
    .refine(isPlainAddress, 'must hold no query (?…) and no fragment (#…)')
    .regex(/\/api\/v1\/*$/, 'must end in /api/v1')
    .refine(isHttpsOrLoopback, 'must begin with https://')
    .transform(url => url.replace(/\/+$/, ''))
    .optional(),
  PORTRAIT_API_KEY: z
    .string()
    .min(8, 'is too short for an API key')
    .regex(/^[\x21-\x7e]+$/, 'must be one word')
    .optional(),
  PORTRAIT_API_CLIENT_CERT_FILE: z.string().min(1).optional(),
  PORTRAIT_API_CLIENT_KEY_FILE: z.string().min(1).optional(),
  PORTRAIT_API_LIMIT: wholeNumber(1, 100_000, 120),
  PORTRAIT_API_WINDOW_MS: wholeNumber(100, 3_600_000, 60_000),
  PORTRAIT_API_RESERVE: wholeNumber(0, 100_000, 20),
  PORTRAIT_API_CACHE_MS: wholeNumber(0, 3_600_000, 15_000),
  PHOTO_STORE_DIR: z.string().startsWith('/', 'must be an absolute folder').optional(),
  PHOTO_STORE_MAX_MB: wholeNumber(16, 100_000_000, 4096),
  PHOTO_STORE_DAYS: number(0.001, 3650, 3),
  EXPORT_TARGETS_FILE: z.string().min(1).optional(),
  // Destinations of deliveries besides servers. See docs/decisions/043-destinations.md.
  DELIVERY_FOLDERS: z
    .string()
    .refine(
      list => list.split(':').every(folder => folder.startsWith('/') && folder.length > 1),
      'must list absolute folders, separated by colons, such as /mnt/portraits:/srv/intranet',
    )
    .optional(),
  DELIVERY_COMMAND_DIR: z.string().startsWith('/', 'must be an absolute folder').optional(),
  DELIVERY_LOGIN_URL: serviceOrigin.default('https://login.microsoftonline.com'),
  DELIVERY_GRAPH_URL: serviceOrigin.default('https://graph.microsoft.com'),
  // The mail server through which administrators are notified of failed deliveries.
  SMTP_URL: z
    .string()
    .regex(
      /^smtps?:\/\/[^\s/?#]+\/?(?:\?[^\s#]*)?$/i,
      'must be an address such as smtp://user:password@mail.example.com:587',
    )
    .refine(hasReadablePercents, PERCENT)
    .optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  ACTIVITY_DAYS: wholeNumber(30, 3650, 365),
  IMPORT_DAYS: number(0.001, 3650, 30),
  // Retention of data that names employees. See docs/decisions/036-deleted-is-deleted.md.
  EXPORT_DAYS: wholeNumber(1, 3650, 30),
  EXPORT_HISTORY_DAYS: wholeNumber(1, 3650, 400),
  BATCH_DAYS: number(0.001, 3650, 7),
  GONE_DAYS: number(0, 3650, 30),
  SESSION_HOURS: number(0.001, 24, 8),
  SESSION_IDLE_MINUTES: number(0.01, 1440, 60),
  // Limits for one account. See docs/decisions/031-quotas-of-one-person.md.
  QUOTA_SESSIONS: wholeNumber(1, 1000, 10),
  QUOTA_EXPORTS_RUNNING: wholeNumber(1, 1000, 5),
  QUOTA_EXPORTS_KEPT: wholeNumber(1, 100_000, 50),
  QUOTA_IMPORT_DRAFTS: wholeNumber(1, 1000, 10),
  QUOTA_IMPORTS_MB: wholeNumber(1, 100_000, 64),
  QUOTA_IMPORTS_RUNNING: wholeNumber(1, 1000, 3),
  QUOTA_BATCHES_RUNNING: wholeNumber(1, 1000, 3),
  QUOTA_BATCHES_KEPT: wholeNumber(1, 100_000, 50),
  QUOTA_DOWNLOADS_HOURLY: wholeNumber(1, 100_000, 200),
  STOP_SECONDS: number(0, 3600, 30),
  STOP_GRACE_SECONDS: number(0, 600, 5),
  ALLOW_HTTP: z.enum(['0', '1'], 'must be 1 or 0').default('0'),
  TRUST_PROXY: z
    .string()
    .refine(
      list => list === '0' || parseProxies(list) !== null,
      'must list the proxies by address or network, such as loopback, 10.0.0.5 or fd00::/8',
    )
    .default('0'),
  HSTS_SUBDOMAINS: z.enum(['0', '1', 'preload'], 'must be 0, 1 or preload').default('0'),
  ...oidcShape,
})

export type Settings = z.output<typeof settingsSchema>

function hasNoCredentials(url: string): boolean {
  const { username, password } = new URL(url)
  return username === '' && password === ''
}

function isPlainAddress(url: string): boolean {
  return !/[?#]/.test(url)
}

/** Checks the text as written: a parser would turn `/a/../b` into a plain path. */
function isPlainPlace(url: string): boolean {
  return /^https?:\/\/[^/?#\\]+(?:\/|(?:\/[\w-]+)+)?$/i.test(url)
}

function isHttpsOrLoopback(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return protocol === 'https:' || (protocol === 'http:' && LOOPBACK.has(hostname))
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
