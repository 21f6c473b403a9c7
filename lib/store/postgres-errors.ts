import 'server-only'
import { DeskError } from '#lib/errors.ts'
import { getEnv } from '#lib/settings/env.ts'
import { DatabaseError } from './database-file.ts'

/** When to try again, in seconds. A server that is started anew needs so long. */
const RETRY_SECONDS = 5

/** https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONFLICTS = new Set(['40001', '40P01'])
/** Of the system, and of the server about itself: it is stopped, starts, or takes nobody more. */
const LOST = /^(?:E[A-Z]+|08...|57P0[1-5]|53300|25P03)$/
/** It is there and does not do it now: read-only, out of memory or locks, too slow, locked by another, lets us in no more. */
const NOT_NOW = /^(?:25006|28...|3D000|53...|55P03|57014|58...)$/
/** What the driver says in words alone. */
const LOST_WORDS =
  /^(?:Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|Query read timeout|Client was closed|Cannot use a pool after)/

/** Another transaction was in the way: the same again has a chance. */
export function isConflict(thrown: unknown): boolean {
  return CONFLICTS.has(codeOf(thrown))
}

/** The server is not there (any more); what had been begun there is undone, unless it was just being ended. */
export function isConnectionLost(thrown: unknown): boolean {
  return LOST.test(codeOf(thrown)) || (thrown instanceof Error && LOST_WORDS.test(thrown.message))
}

/**
 * What a failure means to whoever asked: `database_unavailable`, which says "try again", when the server is away, read-only
 * or too busy; anything else as it is.
 */
export function explainedPostgres(thrown: unknown): unknown {
  const code = codeOf(thrown)
  const isPassing = isConnectionLost(thrown) || isConflict(thrown) || NOT_NOW.test(code)
  return isPassing
    ? new DeskError('database_unavailable', { retryAfterSeconds: RETRY_SECONDS, cause: thrown })
    : thrown
}

/** Of a failed attempt at several addresses Node gives an error without words that holds the others. */
export function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown ? String(thrown.code) : ''
}

/** What an operator can do about it; others are told the server's own code. */
const SENTENCES: Record<string, string> = {
  ECONNREFUSED: 'nobody listens there',
  ENOENT: 'there is no socket there',
  ENOTFOUND: 'there is no machine of this name',
  EAI_AGAIN: 'its name cannot be looked up',
  ETIMEDOUT: 'it does not answer',
  '25006': 'it is read-only',
  '28000': 'it does not let this user in',
  '28P01': 'it refuses user or password',
  '3D000': 'it has no database of this name',
  '42501': 'this user may make no tables there: let the database belong to it',
  '57P03': 'it is just being started or stopped',
}

/** Before anything runs: one sentence for the operator instead of "try again". Throws DatabaseError. */
export async function explainedAtStart<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (thrown) {
    const cause = thrown instanceof DeskError ? thrown.cause : thrown
    const code = codeOf(cause)
    if (cause instanceof DatabaseError || (code === '' && !isConnectionLost(cause))) throw cause
    const { host, port } = getEnv().database?.connection ?? { host: '', port: 0 }
    const why = SENTENCES[code] ?? (cause instanceof Error ? cause.message : code)
    throw new DatabaseError(`The database server ${host}:${port} cannot be used: ${why} (DATABASE_URL).`, {
      cause,
    })
  }
}
