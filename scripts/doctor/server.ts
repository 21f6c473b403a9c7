import { toErrorCode } from '#lib/describe-error.ts'
import { selectSeals, toPurposes } from '#lib/session/connection/stored-seals.ts'
import type { PostgresSettings } from '#lib/settings/database-settings.ts'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import { toPoolConfig } from '#lib/store/postgres.ts'
import { explainedAtStart } from '#lib/store/postgres-errors.ts'
import { findDesk, readVersion } from '#lib/store/postgres-schema.ts'
import type { Finding } from './finding.ts'
import { readSealFacts, type SealFacts } from './seals.ts'

const MIB = 1024 * 1024
/** The oldest version that supports the statements of the desk. */
const VERSION_MIN = 13

/** Checks the database on a server and its sealed values. Creates, writes and migrates nothing. */
export async function checkServer(
  server: PostgresSettings,
): Promise<{ findings: Finding[]; seals: SealFacts }> {
  const about = 'database'
  const { default: pg } = await import('pg')
  const client = new pg.Client(toPoolConfig(server, pg.types))
  client.on('error', () => {})
  try {
    await explainedAtStart(() => client.connect(), server)
    const [facts = {}] = (
      await client.query(`SELECT current_setting('server_version') AS version,
        CAST(current_setting('server_version_num') AS INTEGER) / 10000 AS major,
        pg_database_size(current_database()) AS bytes, current_setting('transaction_read_only') AS read_only,
        coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), FALSE) AS tls`)
    ).rows
    const readRows = async (sql: string) => (await client.query(sql)).rows
    const schema = await readVersion(client)
    const desk = await findDesk(client)
    const encrypted = Number(facts.tls) ? 'with TLS' : 'without TLS'
    const size = `${(Number(facts.bytes) / MIB).toFixed(1)} MiB`
    const found = `PostgreSQL ${facts.version} ${encrypted}, schema ${schema} of ${MIGRATIONS.length}, ${size}; ${desk ? `a desk works with it (${desk})` : 'no desk works with it'}`
    const todo = findTodo({ schema, major: Number(facts.major), readOnly: facts.read_only === 'on' })
    const seals = await readSealFacts(selectSeals(readRows, toPurposes(schema)))
    return { findings: [{ about, found, todo }], seals }
  } catch (error) {
    const why = error instanceof Error && error.name === 'DatabaseError' ? error.message : toErrorCode(error)
    const todo = 'look at DATABASE_URL, at the network and at the server'
    return { findings: [{ about, found: `cannot be read: ${why}`, todo }], seals: await readSealFacts([]) }
  } finally {
    await client.end().catch(() => {})
  }
}

type Facts = { schema: number; major: number; readOnly: boolean }

function findTodo({ schema, major, readOnly }: Facts): string | undefined {
  if (major < VERSION_MIN) return `use PostgreSQL ${VERSION_MIN} or newer`
  if (schema > MIGRATIONS.length) return 'a newer version of the desk has written it: start that one'
  return readOnly ? 'it is read-only: nobody can work' : undefined
}
