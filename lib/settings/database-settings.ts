import 'server-only'
import { readFileSync } from 'node:fs'
import { isIP } from 'node:net'
import type { ConnectionOptions } from 'node:tls'
import { toFileTrouble } from './file-trouble.ts'
import { hasReadablePercents, PERCENT } from './percent.ts'

/** The server that stores the desk's data, instead of a file in `DATA_DIR`. */
export type PostgresSettings = {
  /** `host` is a folder for a connection through a socket of this machine. */
  connection: { host: string; port: number; user: string; password: string; database: string }
  /** False: without TLS. */
  ssl: false | ConnectionOptions
  /** Options as in the address: `-c name=value`. */
  options: string
  /** Maximum number of connections of this desk. */
  poolMax: number
  statementMs: number
  lockMs: number
}

type Given = {
  DATABASE_URL?: string | undefined
  DATABASE_CA_FILE?: string | undefined
  DATABASE_POOL: number
  DATABASE_STATEMENT_SECONDS: number
  DATABASE_LOCK_SECONDS: number
}

const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const
type SslMode = (typeof SSL_MODES)[number]

/**
 * Parameters that an address may have after its `?`; others would have no effect, against what the operator expects.
 */
const PARAMETERS = new Set(['host', 'options', 'sslmode'])

const POSTGRES_ADDRESS = 'must be an address such as postgres://desk:password@db.example.com/desk'

/** Returns the fault of an address, as the end of a sentence, or null. */
export function findAddressProblem(address: string): string | null {
  const url = URL.parse(address)
  if (!url || !/^postgres(?:ql)?:$/.test(url.protocol) || url.hostname === '' || url.hash !== '')
    return POSTGRES_ADDRESS
  if (url.pathname.length < 2 || url.username === '')
    return 'must name a user and a database, such as postgres://desk:password@db.example.com/desk'
  if (!hasReadablePercents(address)) return PERCENT
  for (const name of url.searchParams.keys())
    if (!PARAMETERS.has(name)) return `must hold no parameters but ${[...PARAMETERS].join(', ')}`
  const mode = url.searchParams.get('sslmode')
  if (mode !== null && !isSslMode(mode)) return `must have one of ${SSL_MODES.join(', ')} as its sslmode`
  return null
}

/**
 * Returns the server's settings, or null without an address. Adds a fault to `faults` when a named file cannot be used.
 */
export function readDatabaseSettings(settings: Given, faults: string[]): PostgresSettings | null {
  const url = settings.DATABASE_URL ? URL.parse(settings.DATABASE_URL) : null
  if (!url) return null
  const host = url.searchParams.get('host') ?? url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    connection: {
      host,
      port: Number(url.port || 5432),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      database: decodeURIComponent(url.pathname.slice(1)),
    },
    ssl: toTls(url.searchParams.get('sslmode') ?? defaultMode(host), settings.DATABASE_CA_FILE, faults),
    options: url.searchParams.get('options') ?? '',
    poolMax: settings.DATABASE_POOL,
    statementMs: settings.DATABASE_STATEMENT_SECONDS * 1000,
    lockMs: settings.DATABASE_LOCK_SECONDS * 1000,
  }
}

/**
 * Returns the TLS mode when the address names none: encryption with verified server name across a network, none
 * locally.
 */
function defaultMode(host: string): SslMode {
  const isHere =
    host.startsWith('/') ||
    host === 'localhost' ||
    host === '::1' ||
    (isIP(host) === 4 && host.startsWith('127.'))
  return isHere ? 'disable' : 'verify-full'
}

/** Converts the modes of libpq: https://www.postgresql.org/docs/current/libpq-ssl.html#LIBPQ-SSL-PROTECTION */
function toTls(mode: string, caFile: string | undefined, faults: string[]): PostgresSettings['ssl'] {
  if (mode === 'disable') return false
  if (mode === 'require') return { rejectUnauthorized: false }
  const ca = caFile === undefined ? undefined : readAuthority(caFile, faults)
  return {
    rejectUnauthorized: true,
    ...(ca !== undefined && { ca }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  }
}

function readAuthority(path: string, faults: string[]): string {
  try {
    const text = readFileSync(path, 'utf8')
    if (!text.includes('-----BEGIN CERTIFICATE-----'))
      faults.push('DATABASE_CA_FILE names a file that holds no certificate in PEM.')
    return text
  } catch (error) {
    faults.push(`DATABASE_CA_FILE names a file that ${toFileTrouble(error)}.`)
    return ''
  }
}

function isSslMode(word: string): word is SslMode {
  return SSL_MODES.some(mode => mode === word)
}
