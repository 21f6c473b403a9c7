import 'server-only'
import type { Pool, QueryConfig } from 'pg'
import { z } from 'zod'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { getListener, type Listener } from './listener.ts'
import { toPoolConfig } from './postgres.ts'

const ledgerRow = z.object({ version: z.number(), document: z.unknown(), now: z.number() })
const writtenRow = ledgerRow.extend({ written: z.boolean() })

/** What is heard: the fingerprint of a key, and the names of the desks that are to look at its ledger. */
const CHANNEL = 'desk_calls'
/** Longer than any server in its senses needs. */
const TIME_LIMIT_MS = 5_000
/** A notification holds 8,000 bytes. */
const WAKE_MAX = 100

/** What is there unless `condition` holds, and the server's clock. */
function found(condition: string): string {
  return `coalesce(version, 0)::float8 AS version, document,
    extract(epoch FROM clock_timestamp())::float8 * 1000 AS now
  FROM (VALUES (1)) AS always LEFT JOIN call_ledgers ON key_fingerprint = $1 AND NOT ${condition}`
}

const READ = `SELECT ${found('false')}`

const IS_WRITTEN = 'EXISTS (SELECT FROM written)'

const WRITE = `WITH written AS (
    UPDATE call_ledgers SET version = version + 1, document = $3, changed_at = clock_timestamp()
    WHERE key_fingerprint = $1 AND version = $2 RETURNING 1
  )
  SELECT ${IS_WRITTEN} AS written,
    CASE WHEN $4 <> '' AND ${IS_WRITTEN} THEN pg_notify('${CHANNEL}', $1 || ' ' || $4) END, ${found(IS_WRITTEN)}`

const WRITE_FIRST = `WITH written AS (
    INSERT INTO call_ledgers (key_fingerprint, version, document, changed_at)
    SELECT $1, 1, $2, clock_timestamp() ON CONFLICT DO NOTHING RETURNING 1
  )
  SELECT ${IS_WRITTEN} AS written, ${found(IS_WRITTEN)}`

/** One looks while another one writes. They are not those of the pool: no long list shall keep a call from its place. */
const CONNECTIONS = 2

/** Ledgers of keys that nobody has used for a week. */
const FORGET = `DELETE FROM call_ledgers WHERE changed_at < clock_timestamp() - interval '7 days'`

/** What is asked of the database; `query` as a pool of `pg` has it. */
export type LedgerDatabase = {
  pool: { query(config: QueryConfig): Promise<{ rows: unknown[] }> }
  listener: Listener
}

/** The ledger of a key on the server that the settings name. */
export function openSharedLedger(options: { keyFingerprint: string; desk: string }) {
  const connect = singleton('ledger-pool', () => {
    let pool: Promise<Pool> | undefined
    return () => (pool ??= openPool())
  })
  const query = async (config: QueryConfig) => (await connect()).query(config)
  return createCallLedger({ pool: { query }, listener: getListener() }, options)
}

async function openPool(): Promise<Pool> {
  const { database } = getEnv()
  if (database === null) throw new Error('There is no server.')
  const { default: pg } = await import('pg')
  const config = toPoolConfig(database, pg.types)
  // A ledger has a version: whoever was slower is told so, and reads again.
  const options = `${config.options} -c default_transaction_isolation=read\\ committed`
  const pool = new pg.Pool({ ...config, options, max: CONNECTIONS, types: pg.types, pipeline: false })
  pool.on('error', () => {})
  return pool
}

/**
 * The ledger of one key in PostgreSQL: the `LedgerStore` of `lib/portrait-api/shared-budget.ts`. `desk` is the name of the
 * process. Everything throws when the server does not answer in time, or is not one to write to.
 */
export function createCallLedger(
  { pool, listener }: LedgerDatabase,
  { keyFingerprint, desk }: { keyFingerprint: string; desk: string },
) {
  async function ask(text: string, values: unknown[]): Promise<unknown> {
    const query = { text, values, query_timeout: TIME_LIMIT_MS }
    return (await inTime(pool.query(query))).rows[0]
  }

  return {
    async read() {
      return toFound(ledgerRow.parse(await ask(READ, [keyFingerprint])))
    },

    async write(document: object, { version, wake }: { version: number; wake: string[] }) {
      const json = JSON.stringify(document)
      if (version === 0) await ask(FORGET, [])
      const answer = writtenRow.parse(
        version === 0
          ? await ask(WRITE_FIRST, [keyFingerprint, json])
          : await ask(WRITE, [keyFingerprint, version, json, wake.slice(0, WAKE_MAX).join(' ')]),
      )
      if (answer.written) return { written: true as const, now: answer.now }
      // Whoever has waited for another's write sees only what was there before it.
      return { written: false as const, found: answer.version === version ? null : toFound(answer) }
    },

    listen(look: () => void): void {
      listener.add(CHANNEL, {
        hear(payload) {
          const [key, ...desks] = payload.split(' ')
          if (key === keyFingerprint && desks.includes(desk)) look()
        },
        begun: look,
      })
    },
  }
}

function toFound({ document, version, now }: z.infer<typeof ledgerRow>) {
  return { document: document ?? null, version, now }
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('PostgreSQL does not answer')), TIME_LIMIT_MS)
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}
