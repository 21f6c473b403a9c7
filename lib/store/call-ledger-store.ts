import 'server-only'
import type { Client } from 'pg'
import { z } from 'zod'
import type { PostgresSettings } from '#lib/settings/database-settings.ts'
import { getEnv } from '#lib/settings/env.ts'
import { singleton } from '#lib/singleton.ts'
import { getListener, type Listener } from './listener.ts'
import { toPoolConfig } from './postgres.ts'
import { isConnectionLost } from './postgres-errors.ts'

const ledgerRow = z.object({ version: z.number(), document: z.unknown(), now: z.number() })
const writtenRow = ledgerRow.extend({ written: z.number() })

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
const WRITTEN = `CASE WHEN ${IS_WRITTEN} THEN 1 ELSE 0 END AS written`

const WRITE = `WITH written AS (
    UPDATE call_ledgers SET version = version + 1, document = $3, changed_at = clock_timestamp()
    WHERE key_fingerprint = $1 AND version = $2 RETURNING 1
  )
  SELECT ${WRITTEN},
    CASE WHEN $4 <> '' AND ${IS_WRITTEN} THEN pg_notify('${CHANNEL}', $1 || ' ' || $4) END, ${found(IS_WRITTEN)}`

const WRITE_FIRST = `WITH written AS (
    INSERT INTO call_ledgers (key_fingerprint, version, document, changed_at)
    SELECT $1, 1, $2, clock_timestamp() ON CONFLICT DO NOTHING RETURNING 1
  )
  SELECT ${WRITTEN}, ${found(IS_WRITTEN)}`

/** Ledgers of keys that nobody has used for a week. */
const FORGET = `DELETE FROM call_ledgers WHERE changed_at < clock_timestamp() - interval '7 days'`

/** The ledgers of the server that the settings name, for `connectWithKey`; undefined where each desk counts for itself. */
export function findCallLedgers(): ((names: LedgerNames) => ReturnType<typeof createCallLedger>) | undefined {
  const { database } = getEnv()
  if (database === null) return undefined
  const server = singleton(
    'call-ledgers',
    () => new LedgerServer(() => createClient(database), getListener()),
  )
  return names => createCallLedger(server, names)
}

/** Each statement for itself sees what was written before it: whoever loses is told by the version. */
async function createClient(settings: PostgresSettings): Promise<Client> {
  const { default: pg } = await import('pg')
  const config = toPoolConfig(settings, pg.types)
  const options = `${config.options ?? ''} -c default_transaction_isolation=read\\ committed`
  return new pg.Client({ ...config, options })
}

type LedgerNames = { keyFingerprint: string; desk: string }

/**
 * The ledger of one key in PostgreSQL: the `LedgerStore` of `lib/portrait-api/ledger-copy.ts`. `desk` is the name of the
 * process. Everything throws when the server does not answer in time, or is not one to write to.
 */
export function createCallLedger(server: LedgerServer, { keyFingerprint, desk }: LedgerNames) {
  const ask = (text: string, values: unknown[]) => server.ask(text, values)

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
      if (answer.written === 1) return { written: true as const, now: answer.now }
      // Whoever has waited for another's write sees only what was there before it.
      return { written: false as const, found: answer.version === version ? null : toFound(answer) }
    },

    listen(look: () => void): void {
      server.listen({ keyFingerprint, desk }, look)
    },
  }
}

function toFound({ document, version, now }: z.infer<typeof ledgerRow>) {
  return { document: document ?? null, version, now }
}

/**
 * The way to all ledgers: one connection, beside those of the store so that no long transaction stands before a call, and made
 * again with the next question when it is lost. From its listener a desk hears that it is to look at one; whoever hears nothing
 * looks by itself, a little later.
 */
export class LedgerServer {
  readonly #create: () => Promise<Client>
  readonly #listener: Listener
  #client: Promise<Client> | null = null

  /** `create` makes a client that is not connected yet. */
  constructor(create: () => Promise<Client>, listener: Listener) {
    this.#create = create
    this.#listener = listener
  }

  /** The first row of the answer. Throws when none comes in time; whether it was done is open then. */
  async ask(text: string, values: unknown[]): Promise<unknown> {
    this.#client ??= this.#open()
    const client = this.#client
    try {
      const answer = client.then(client => client.query(text, values))
      return (await inTime(answer)).rows[0]
    } catch (error) {
      // A server that has said no is there, unless it says that it is the wrong one.
      const isThere = error instanceof Error && 'severity' in error && !isConnectionLost(error)
      if (!isThere) this.#drop(client)
      throw error
    }
  }

  /** `look` is called when it is this desk's turn at the ledger of the key, and when that may have been missed. */
  listen({ keyFingerprint, desk }: LedgerNames, look: () => void): void {
    this.#listener.add(CHANNEL, {
      hear(payload) {
        const [key, ...desks] = payload.split(' ')
        if (key === keyFingerprint && desks.includes(desk)) look()
      },
      begun: look,
    })
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null)
    await client?.end().catch(() => {})
  }

  async #open(): Promise<Client> {
    const client = await this.#create()
    const drop = () => this.#drop(opened)
    const opened = this.#client
    client.on('error', drop)
    client.on('end', drop)
    await client.connect()
    // Only whoever waits for an answer keeps the process.
    if ('unref' in client && typeof client.unref === 'function') client.unref()
    return client
  }

  #drop(client: Promise<Client> | null): void {
    if (client === null || this.#client !== client) return
    this.#client = null
    void client.then(client => client.end()).catch(() => {})
  }
}

async function inTime<Answer>(answer: Promise<Answer>): Promise<Answer> {
  const { promise, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('PostgreSQL does not answer.')), TIME_LIMIT_MS)
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}
