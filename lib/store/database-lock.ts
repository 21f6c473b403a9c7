import 'server-only'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import type { PostgresSettings } from '#lib/settings/database-settings.ts'
import { getEnv } from '#lib/settings/env.ts'
import { DatabaseError } from './database-file.ts'
import { toPoolConfig } from './postgres.ts'
import { explainedAtStart } from './postgres-errors.ts'
import { findDesk, LOCK_SPACE, LOCKS } from './postgres-schema.ts'

/** Interval in ms at which a restarting server is tried again. */
const LOOK_MS = 1_000
/** The owner may have released the lock before its name could be read. */
const LOCK_TRIES = 3
/** PostgreSQL truncates longer names. */
const NAME_MAX = 63

/**
 * Makes this process one of the desks that work with the database on the server, until it ends; any number share it.
 * Throws DatabaseError while a process holds the exclusive lock (`lockDatabase`); `onLost` is called when one takes it
 * later.
 */
export function joinDatabase(onLost?: (why: string) => void): Promise<() => Promise<void>> {
  return hold('shared', onLost)
}

/**
 * Makes this process the only one that works with the database on the server, until it ends or releases it. Does
 * nothing when the database is a file (`data-dir-lock.ts`). Throws DatabaseError, with the owner, when there is
 * another. The lock belongs to the server, so it ends with its process, even after a crash. After an interruption it is
 * taken again, and `onLost` is called when another process was faster. Used for copying or replacing everything; desks
 * themselves join.
 */
export function lockDatabase(
  onLost?: (why: string) => void,
  server?: PostgresSettings | null,
): Promise<() => Promise<void>> {
  return hold('alone', onLost, server)
}

type Hold = 'shared' | 'alone'

async function hold(
  how: Hold,
  onLost: (why: string) => void = () => {},
  server: PostgresSettings | null = getEnv().database,
): Promise<() => Promise<void>> {
  if (server === null) return async () => {}
  const settings = server
  let isOver = false
  let client: Client | undefined

  async function take(): Promise<void> {
    const taken = await connect(settings)
    try {
      const owner = await tryLock(taken, how)
      if (owner !== null)
        throw new DatabaseError(
          how === 'alone'
            ? `A desk works with this database already (${owner}). Stop it first, or use another DATABASE_URL.`
            : `The database is being copied (${owner}). Start the desk when that is over.`,
        )
    } catch (error) {
      await taken.end().catch(() => {})
      throw error
    }
    client = taken
    taken.once('end', () => void takeAgain())
  }

  async function takeAgain(): Promise<void> {
    while (!isOver) {
      await sleep(LOOK_MS, undefined, { ref: false })
      try {
        return await take()
      } catch (error) {
        if (error instanceof DatabaseError && !error.message.includes(ownName())) return onLost(error.message)
      }
    }
  }

  await explainedAtStart(take, settings)
  return async () => {
    isOver = true
    await client?.end().catch(() => {})
  }
}

async function connect(settings: PostgresSettings): Promise<Client> {
  const { default: pg } = await import('pg')
  const client = new pg.Client({ ...toPoolConfig(settings, pg.types), application_name: ownName() })
  // An unhandled 'error' of a lost connection would end the process.
  client.on('error', () => {})
  await client.connect()
  return client
}

/** Returns null when this process has the lock, until the connection ends; otherwise the name of its owner. */
async function tryLock(client: Client, how: Hold): Promise<string | null> {
  const lock = how === 'alone' ? 'pg_try_advisory_lock' : 'pg_try_advisory_lock_shared'
  for (let tries = 1; tries <= LOCK_TRIES; tries += 1) {
    const { rows } = await client.query(`SELECT ${lock}($1, $2) AS ours`, [LOCK_SPACE, LOCKS.desk])
    if (Number(rows[0]?.ours)) return null
    const owner = await findDesk(client)
    if (owner !== null) return owner
  }
  return 'a process that does not say who it is'
}

function ownName(): string {
  return `process ${process.pid} on ${hostname()}`.slice(0, NAME_MAX)
}
