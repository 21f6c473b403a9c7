import 'server-only'
import { DeskError } from '#lib/errors.ts'
import type { PostgresSettings } from '#lib/settings/database-settings.ts'
import { DatabaseError } from './database-file.ts'

/** When to try again, in seconds. A server that is started anew needs so long. */
const RETRY_SECONDS = 5

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONFLICTS = new Set(['40001', '40P01'])
/** Of the system, and of the server about itself: it is stopped, starts, or takes nobody more. */
const LOST = /^(?:E(?!RR_)[A-Z_]+|08...|57P0[1-5]|53300|25P0[34])$/
/**
 * Read-only, or a hot standby, which has no serializable transactions (that is all of ours): another one may be the server to
 * write to by now, so a new connection has to look for it.
 */
const NO_PRIMARY = /^(?:25006|0A000)$/
/** It is there and does not do it now: out of memory or locks, too slow, locked by another, lets us in no more. */
const NOT_NOW = /^(?:28...|3D000|53...|55P03|57014|58...)$/
/** Of Node: who answers cannot prove who it is. */
const UNTRUSTED = /CERT|SIGNATURE|ERR_TLS/
/** What the driver says in words alone. */
const LOST_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after|timeout expired$|There was an error establishing an SSL connection)/

/** Another transaction was in the way: the same again has a chance. */
export function isConflict(thrown: unknown): boolean {
  return CONFLICTS.has(codeOf(thrown))
}

/**
 * Nothing is to be hoped on this connection: the server is not there (any more), or is not the one to write to. What had been
 * begun there is undone, unless it was just being ended.
 */
export function isConnectionLost(thrown: unknown): boolean {
  const code = codeOf(thrown)
  return (
    LOST.test(code) || NO_PRIMARY.test(code) || (thrown instanceof Error && LOST_WORDS.test(thrown.message))
  )
}

/**
 * What a failure means to whoever asked: `database_unavailable`, which says "try again", when the server is away, read-only
 * or too busy; anything else as it is.
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

/** What an operator can do about it. */
const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ENOENT: 'there is no socket there',
  ENOTFOUND: 'there is no machine of this name',
  EAI_AGAIN: 'its name cannot be looked up',
  '0A000': 'it is a standby',
  '25006': 'it is read-only, or a standby',
  // What a step of the schema makes is there: a column, a function, an index or table, anything else.
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

/** Before anything runs: one sentence for the operator instead of "try again". Throws DatabaseError. */
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

/** The code of the system or of the server; of a failure at several addresses, that of the first. */
function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}
