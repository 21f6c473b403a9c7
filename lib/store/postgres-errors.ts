import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { PostgresSettings } from '#lib/settings/database-settings.ts'
import { DatabaseError } from './database-file.ts'

/** Seconds until the next try; a server needs this long to restart. */
const RETRY_SECONDS = 5

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONFLICTS = new Set(['40001', '40P01'])
/** Codes of the system, and of a server that stops, starts, or accepts no further connections. */
const LOST = /^(?:E(?!RR_)[A-Z_]+|08...|57P0[1-5]|53300|25P0[34])$/
/**
 * Read-only, or a hot standby, which has no serializable transactions, and the desk uses no other. Another server may
 * be the primary now, so a new connection must find it.
 */
const NO_PRIMARY = /^(?:25006|0A000)$/
/**
 * The server is there but cannot do it now: out of memory or locks, too slow, locked by others, or refusing the
 * sign-in.
 */
const NOT_NOW = /^(?:28...|3D000|53...|55P03|57014|58...)$/
/** Codes of Node: the server cannot prove its identity. */
const UNTRUSTED = /CERT|SIGNATURE|ERR_TLS/
/** Messages of driver errors that have no code. */
const LOST_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after|timeout expired$|There was an error establishing an SSL connection)/

/** True when another transaction conflicted: the same transaction may succeed when repeated. */
export function isConflict(thrown: unknown): boolean {
  return CONFLICTS.has(codeOf(thrown))
}

/**
 * True when the connection is useless: the server is unreachable, or is not the primary. Everything begun on it is
 * undone, except a transaction that was being committed.
 */
export function isConnectionLost(thrown: unknown): boolean {
  const code = codeOf(thrown)
  return (
    LOST.test(code) || NO_PRIMARY.test(code) || (thrown instanceof Error && LOST_WORDS.test(thrown.message))
  )
}

/**
 * Converts a failure for the caller: `database_unavailable`, which means "try again", when the server is unreachable,
 * read-only or overloaded. Anything else is returned unchanged.
 */
export function explainedPostgres(thrown: unknown): unknown {
  const code = codeOf(thrown)
  const isPassing =
    isConnectionLost(thrown) || isConflict(thrown) || NOT_NOW.test(code) || UNTRUSTED.test(code)
  return isPassing
    ? new DeskError('database_unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: thrown })
    : thrown
}

const MIXED =
  'an older dump was restored beside what a newer desk has made: restore it into an empty database (docs/operations/backup-and-restore.md)'

/** Explanations that an operator can act on. */
const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ENOENT: 'there is no socket there',
  ENOTFOUND: 'there is no machine of this name',
  EAI_AGAIN: 'its name cannot be looked up',
  '0A000': 'it is a standby',
  '25006': 'it is read-only, or a standby',
  // The object that a migration creates exists already: a column, a function, an index or table, or another kind.
  '42701': MIXED,
  '42723': MIXED,
  '42P07': MIXED,
  '42710': MIXED,
  '28000': 'it does not let this user in',
  '28P01': 'it refuses user or password',
  '3D000': 'it has no database of this name',
  '42501': 'this user may make no tables there: let the database belong to it',
  '57P03': 'it is just being started or stopped',
}
const WITHOUT_TLS = 'The server does not support SSL connections'

/**
 * Runs the first statement at the start: throws DatabaseError with one sentence for the operator instead of "try
 * again".
 */
export async function explainedAtStart<Result>(
  work: () => Promise<Result>,
  { connection: { host, port } }: PostgresSettings,
): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    const cause = thrown instanceof DeskError ? thrown.cause : thrown
    const why = toSentence(cause)
    throw why === null
      ? cause
      : new DatabaseError(`The database server ${host}:${port} cannot be used: ${why} (DATABASE_URL).`, {
          cause,
        })
  }
}

function toSentence(cause: unknown): string | null {
  const code = codeOf(cause)
  const sentence = SENTENCES[code]
  if (sentence) return sentence
  if (UNTRUSTED.test(code))
    return `its certificate is not trusted (${code}): name its authority in DATABASE_CA_FILE, or the name that it is for`
  if (cause instanceof Error && cause.message === WITHOUT_TLS)
    return 'it does not speak TLS; on a network that nobody else hears, sslmode=disable goes without'
  return isConnectionLost(cause) ? `it does not answer${code && ` (${code})`}` : null
}

/** Returns the code of the system or of the server; for a failure at several addresses, that of the first. */
function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}
