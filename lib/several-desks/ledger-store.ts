import 'server-only'
import type { Client } from 'pg'
import { z } from 'zod'
import type { BudgetLedger, OpenLedger } from '#lib/ports/budget-ledger.ts'
import type { PostgresSettings } from '#lib/settings/database-settings.ts'
import { toPoolConfig } from '#lib/store/postgres.ts'
import { isConnectionLost } from '#lib/store/postgres-errors.ts'
import type { Listener } from './listener.ts'

const ledgerRow = z.object({ version: z.number(), document: z.unknown(), now: z.number() })
const writtenRow = ledgerRow.extend({ written: z.number() })

/** Notifications carry the fingerprint of a key, and the desks that should read its ledger. */
const CHANNEL = 'desk_calls'
/** Milliseconds after which the server counts as unreachable. */
const TIMEOUT_MS = 5_000
/** Desks in one notification, which holds 8,000 bytes. */
const WAKE_MAX = 100

/** Columns of the stored ledger, unless `condition` holds, and of the server's clock. */
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

/** Deletes ledgers of keys that were not used for a week. */
const FORGET = `DELETE FROM call_ledgers WHERE changed_at < clock_timestamp() - interval '7 days'`

/** Connects to the ledgers on the server that the settings name. */
export function openLedgerServer(settings: PostgresSettings, listener: Listener): LedgerServer {
  return new LedgerServer(() => createClient(settings), listener)
}

/** Each statement sees all earlier writes; the version shows which desk was too late. */
async function createClient(settings: PostgresSettings): Promise<Client> {
  const { default: pg } = await import('pg')
  const config = toPoolConfig(settings, pg.types)
  const options = `${config.options ?? ''} -c default_transaction_isolation=read\\ committed`
  return new pg.Client({ ...config, options })
}

type LedgerNames = Parameters<OpenLedger>[0]

/** The ledger of one key in PostgreSQL. Every method throws when the server does not answer in time or is read-only. */
export function createCallLedger(server: LedgerServer, { keyFingerprint, desk }: LedgerNames): BudgetLedger {
  const ask = (text: string, values: unknown[]) => server.ask(text, values)

  return {
    async read() {
      return toFound(ledgerRow.parse(await ask(READ, [keyFingerprint])))
    },

    async write(document, { version, wake }) {
      const json = JSON.stringify(document)
      if (version === 0) await ask(FORGET, [])
      const answer = writtenRow.parse(
        version === 0
          ? await ask(WRITE_FIRST, [keyFingerprint, json])
          : await ask(WRITE, [keyFingerprint, version, json, wake.slice(0, WAKE_MAX).join(' ')]),
      )
      if (answer.written === 1) return { written: true, now: answer.now }
      // A statement that waited for the write of another desk sees only the version before it.
      return { written: false, found: answer.version === version ? null : toFound(answer) }
    },

    listen(look) {
      server.listen({ keyFingerprint, desk }, look)
    },
  }
}

function toFound({ document, version, now }: z.infer<typeof ledgerRow>) {
  return { document: document ?? null, version, now }
}

/**
 * The connection to all ledgers, apart from those of the store so that no long transaction delays a call. It is made
 * again with the next statement when it is lost.
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

  /** Returns the first row of the answer. Throws when none comes in time; the statement may have run all the same. */
  async ask(text: string, values: unknown[]): Promise<unknown> {
    this.#client ??= this.#open()
    const client = this.#client
    try {
      const answer = client.then(client => client.query(text, values))
      return (await inTime(answer)).rows[0]
    } catch (error) {
      // A server that refuses a statement is reachable, unless it says that it is the wrong one.
      const isReachable = error instanceof Error && 'severity' in error && !isConnectionLost(error)
      if (!isReachable) this.#drop(client)
      throw error
    }
  }

  /** Calls `look` when it is the turn of this desk at the ledger of the key, and when that may have been missed. */
  listen({ keyFingerprint, desk }: LedgerNames, look: () => void): void {
    this.#listener.add(CHANNEL, {
      onMessage(payload) {
        const [key, ...desks] = payload.split(' ')
        if (key === keyFingerprint && desks.includes(desk)) look()
      },
      onListening: look,
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
    // An idle connection must not keep the process alive.
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
  const timer = setTimeout(() => reject(new Error('PostgreSQL does not answer.')), TIMEOUT_MS)
  try {
    return await Promise.race([answer, promise])
  } finally {
    clearTimeout(timer)
  }
}
