import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { Client, type ClientConfig, type PoolClient } from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { createAccountStore } from '#lib/store/account-store.ts'
import { FIRST_POSTGRES_VERSION, MIGRATIONS, POSTGRES_MIGRATIONS } from '#lib/store/migrations.ts'
import { explainedAtStart, explainedPostgres, isConnectionLost } from '#lib/store/postgres-errors.ts'
import { LOCK_SPACE, LOCKS, migratePostgres, readVersion } from '#lib/store/postgres-schema.ts'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { connectTo, ENGINES, embedded } from '#tests/support/engines.ts'
import { createTestDatabase, startPostgres } from '#tests/support/postgres.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { toPostgresSettings } from '#tests/support/to-postgres-settings.ts'
import { until } from '#tests/support/until.ts'

const ROOT = join(import.meta.dirname, '../../..')
const UNAVAILABLE = { code: 'database_unavailable', retryAfterSeconds: 5 }

/** Lost connections as the driver reports them: with a code of the system or the server, or with a message alone. */
const LOST = [
  ['ECONNREFUSED', 'connect ECONNREFUSED 10.0.0.7:5432'],
  ['ENOTFOUND', 'getaddrinfo ENOTFOUND db'],
  ['EAI_AGAIN', 'getaddrinfo EAI_AGAIN db'],
  ['08006', 'connection failure'],
  ['25P03', 'terminating connection due to idle-in-transaction timeout'],
  ['25P04', 'terminating connection due to transaction timeout'],
  ['57P01', 'terminating connection due to administrator command'],
  ['', 'Connection terminated unexpectedly'],
  ['', 'timeout expired'],
  ['', 'There was an error establishing an SSL connection'],
] as const

test.each(LOST)(
  'an error with %s (%s) is a lost connection: it is retried, and reported at a start',
  async (code, words) => {
    const thrown = Object.assign(new Error(words), code && { code })
    expect(isConnectionLost(thrown)).toBe(true)
    expect(explainedPostgres(thrown)).toMatchObject(UNAVAILABLE)
    const start = explainedAtStart(
      () => Promise.reject(thrown),
      toPostgresSettings('postgres://desk@x/desk?host=db'),
    )
    await expect(start).rejects.toThrow('The database server db:5432 cannot be used: ')
  },
)

test('an error of Node about wrong arguments is not a lost connection', () => {
  const thrown = Object.assign(new TypeError('wrong'), { code: 'ERR_INVALID_ARG_TYPE' })
  expect(explainedPostgres(thrown)).toBe(thrown)
})

describe.runIf(ENGINES.includes('postgres'))('PostgreSQL', () => {
  test('PostgreSQL is prepared once, however many desks start at once', async () => {
    const url = await createTestDatabase()
    // Every process is ready before any of them begins.
    const program = `
      const { openPostgres } = await import('#lib/store/postgres.ts')
      const { toPostgresSettings } = await import('#tests/support/to-postgres-settings.ts')
      await import('pg')
      const database = openPostgres(toPostgresSettings(${JSON.stringify(url)}))
      console.log('ready')
      process.stdin.once('data', async () => {
        console.log(JSON.stringify(await database.get('SELECT version FROM desk_schema')))
        await database.close()
        process.exit()
      })`
    const desks = Array.from({ length: 10 }, () => {
      const flags = [
        '--conditions=react-server',
        '--disable-warning=ExperimentalWarning',
        '--input-type=module',
      ]
      const desk = spawn(process.execPath, [...flags, '-e', program], {
        cwd: ROOT,
        env: { ...process.env, ...COMPILE_CACHE },
      })
      onTestFinished(() => void desk.kill('SIGKILL'))
      return desk
    })
    const said = desks.map(() => '')
    for (const [index, { stdout, stderr }] of desks.entries())
      for (const stream of [stdout, stderr]) stream.on('data', chunk => (said[index] += chunk))
    await until(
      () => `all ten are ready: ${said}`,
      () => said.every(words => words.includes('ready')),
    )
    const ends = desks.map(desk => once(desk, 'close'))
    for (const { stdin } of desks) stdin.write('go\n')
    await Promise.all(ends)
    expect(said).toEqual(desks.map(() => `ready\n{"version":${MIGRATIONS.length}}\n`))
  })

  test('PostgreSQL has the schema of another desk that was faster', async () => {
    const url = await createTestDatabase()
    const [other, watcher] = await Promise.all([connectDirectly(url), connectDirectly(url)])
    // The desk's own statement limit does not apply here.
    const own = await connectDirectly(url, { query_timeout: 1_000 })
    const turn = [LOCK_SPACE, LOCKS.migrate]
    await other.query('SELECT pg_advisory_lock($1, $2)', turn)
    const migrated = migratePostgres(own as PoolClient)
    await until('it waits', async () => {
      const { rows } = await watcher.query("SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted")
      return rows.length > 0
    })
    await watcher.query('SELECT pg_sleep(1.5)')
    await migratePostgres(other as PoolClient)
    await other.query('SELECT pg_advisory_unlock($1, $2)', turn)
    await migrated
    expect(await readVersion(own)).toBe(MIGRATIONS.length)
  })

  test('PostgreSQL has the columns of SQLite, with the same names, defaults and nullability', async () => {
    const postgres = connectTo(await createTestDatabase())
    const sqlite = embedded(createTempFolder())
    const there = await postgres.all(
      `SELECT table_name AS t, column_name AS c, data_type AS type, is_nullable = 'NO' AS filled,
         coalesce(column_default, '') AS starts, coalesce(collation_name, '') AS ordered
       FROM information_schema.columns WHERE table_schema = current_schema() AND table_name NOT IN ('desk_schema', 'call_ledgers', 'desk_news')
       ORDER BY 1, 2`,
    )
    const here = await sqlite.all(
      `SELECT t.name AS t, c.name AS c, c.type, c."notnull" OR c.pk > 0 AS filled, coalesce(c.dflt_value, '') AS starts
       FROM sqlite_schema AS t JOIN pragma_table_info(t.name) AS c WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite_%'
       ORDER BY 1, 2`,
    )
    const types: Record<string, string> = { bigint: 'INTEGER', text: 'TEXT', bytea: 'BLOB' }
    const bare = (starts: unknown) => String(starts).replace('::text', '')
    expect(
      there.map(({ type, starts, ordered: _, ...rest }) => ({
        ...rest,
        type: types[String(type)],
        starts: bare(starts),
      })),
    ).toEqual(here.map(({ t, c, filled, type, starts }) => ({ t, c, filled, type, starts })))
    expect(new Set(there.filter(({ type }) => type === 'text').map(({ ordered }) => ordered))).toEqual(
      new Set(['C']),
    )
    const indexes = (names: { name?: unknown }[]) => names.map(({ name }) => name)
    expect(
      indexes(
        await postgres.all(
          "SELECT indexname AS name FROM pg_indexes WHERE schemaname = current_schema() AND tablename <> 'desk_news' AND indexname NOT LIKE '%_pkey' ORDER BY 1",
        ),
      ),
    ).toEqual(
      indexes(
        await sqlite.all(
          "SELECT name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL ORDER BY 1",
        ),
      ),
    )
  })

  test('PostgreSQL is at the same version as SQLite', () => {
    expect(FIRST_POSTGRES_VERSION + POSTGRES_MIGRATIONS.length - 1).toBe(MIGRATIONS.length)
  })

  test('a database of a newer desk or of another program is refused and left unchanged', async () => {
    const url = await createTestDatabase()
    await connectTo(url).run('UPDATE desk_schema SET version = 999')
    await expect(connectTo(url).get('SELECT 1 AS one')).rejects.toThrow('newer version')
    const foreign = await startPostgres()
    await foreign.admin('CREATE TABLE theirs (a int)', 'desk')
    await expect(connectTo(foreign.url('desk')).get('SELECT 1 AS one')).rejects.toThrow('another program')
    expect(
      await foreign.admin("SELECT count(*)::int AS n FROM pg_tables WHERE schemaname = 'public'", 'desk'),
    ).toEqual([{ n: 1 }])
  })

  test('a restarting server is reported as unavailable, and is reconnected without losing data', async () => {
    const server = await startPostgres()
    const database = connectTo(server.url('desk'))
    const accounts = createAccountStore(database)
    expect(await accounts.count()).toBe(0)
    await Promise.all([1, 2, 3].map(() => database.get('SELECT pg_sleep(0.01)')))
    await server.stop('immediate')
    await expect(accounts.count()).rejects.toMatchObject(UNAVAILABLE)
    await expect(database.transaction(within => within.run('DELETE FROM calls'))).rejects.toMatchObject(
      UNAVAILABLE,
    )
    await expect(database.requireWritable()).rejects.toMatchObject(UNAVAILABLE)
    await server.start()
    await database.transaction(within => within.run("INSERT INTO throttle VALUES ('a', 1)"))
    expect(await database.all('SELECT * FROM throttle')).toEqual([{ key: 'a', full_at: 1 }])
  })

  test('cutting all connections fails a transaction as a whole, and no single query', async () => {
    // An uncaught exception would end the desk.
    const uncaught = vi.fn()
    process.on('uncaughtException', uncaught)
    onTestFinished(() => void process.off('uncaughtException', uncaught))
    const server = await startPostgres()
    const database = connectTo(server.url('desk'))
    const cut = () =>
      server.admin(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'portrait-desk'",
      )
    await Promise.all([1, 2, 3].map(() => database.get('SELECT pg_sleep(0.01)')))
    await cut()
    expect(await database.all('SELECT * FROM throttle')).toEqual([])
    const broken = database.transaction(async within => {
      await within.run("INSERT INTO throttle VALUES ('a', 1)")
      await cut()
      await within.run("INSERT INTO throttle VALUES ('b', 1)")
    })
    await expect(broken).rejects.toMatchObject(UNAVAILABLE)
    expect(await database.all('SELECT * FROM throttle')).toEqual([])
    expect(uncaught).not.toHaveBeenCalled()
  })

  test('a firewall that dropped every connection fails neither queries nor new transactions', async () => {
    const { address, forget } = await startForgetfulFirewall(await createTestDatabase())
    const database = connectTo(address)
    const openThree = () => Promise.all([1, 2, 3].map(() => database.get('SELECT pg_sleep(0.01)')))
    await openThree()
    forget()
    expect(await database.all('SELECT * FROM throttle')).toEqual([])
    await openThree()
    forget()
    await database.transaction(within => within.run("INSERT INTO throttle VALUES ('a', 1)"))
    expect(await database.all('SELECT * FROM throttle')).toEqual([{ key: 'a', full_at: 1 }])
  })

  test('a read-only server answers queries, and refuses writes as unavailable', async () => {
    const server = await startPostgres()
    const database = connectTo(server.url('desk'))
    await database.run("INSERT INTO throttle VALUES ('a', 1)")
    await server.stop()
    await server.start({ default_transaction_read_only: 'on' })
    expect(await database.all('SELECT * FROM throttle')).toHaveLength(1)
    await expect(database.run('DELETE FROM throttle')).rejects.toMatchObject(UNAVAILABLE)
    await expect(database.requireWritable()).rejects.toMatchObject(UNAVAILABLE)
    // A kept connection would not reach the new primary.
    expect(database.state()).toMatchObject({ connections: 0 })
  })

  test('a server that became a standby is unavailable, loses its connections and is polled again', async () => {
    const server = await startPostgres()
    const database = connectTo(server.url('desk'))
    await database.run("INSERT INTO throttle VALUES ('a', 1)")
    await server.demote()
    const watched = vi.fn()
    const started = connectTo(server.url('desk'))
    for (const ask of [
      () => database.all('SELECT * FROM throttle'),
      () => database.run('DELETE FROM throttle'),
      () => database.transaction(within => within.run('DELETE FROM throttle')),
      () => database.requireWritable(),
      () => started.get('SELECT 1 AS one'),
    ]) {
      await expect(ask()).rejects.toMatchObject(UNAVAILABLE)
      watched(database.state().connections, started.state().connections)
    }
    expect(watched.mock.calls).toEqual(Array.from({ length: 5 }, () => [0, 0]))
    await server.admin('SELECT pg_promote()')
    expect(await database.all('SELECT * FROM throttle')).toHaveLength(1)
    expect(await started.run('DELETE FROM throttle')).toBe(1)
  })

  test('PostgreSQL aborts long or locked statements, and continues', async () => {
    const url = await createTestDatabase()
    const database = connectTo(url, { statementMs: 300, lockMs: 100 })
    await expect(database.get('SELECT pg_sleep(5)')).rejects.toMatchObject(UNAVAILABLE)
    const other = await connectTo(url).connect()
    await other.query('BEGIN; LOCK TABLE throttle')
    await expect(database.run('DELETE FROM throttle')).rejects.toMatchObject(UNAVAILABLE)
    await other.query('ROLLBACK')
    other.release()
    expect(await database.run('DELETE FROM throttle')).toBe(0)
  })

  test('PostgreSQL does not commit a body that continued after a failed statement', async () => {
    const database = connectTo(await createTestDatabase())
    const failed = database.transaction(async within => {
      await within.run("INSERT INTO throttle VALUES ('a', 1)")
      await within.run('INSERT INTO throttle VALUES (NULL, 1)').catch(() => {})
    })
    await expect(failed).rejects.toThrow('had failed before its end')
    expect(await database.all('SELECT * FROM throttle')).toEqual([])
  })

  test('PostgreSQL replaces characters that it cannot store by a visible one', async () => {
    const database = connectTo(await createTestDatabase())
    const words = JSON.stringify({ name: 'a\0b\ud800c', path: 'C:\\u0000', half: '\\\ud83d' })
    await database.run('INSERT INTO activity_intents VALUES (?, ?, ?)', 'x\0y', 'now', words)
    const row = await database.get("SELECT id, entry, entry ->> '$.name' AS name FROM activity_intents")
    expect(row).toMatchObject({ id: 'x\ufffdy', name: 'a\ufffdb\ufffdc' })
    expect(JSON.parse(String(row?.entry))).toEqual({
      name: 'a\ufffdb\ufffdc',
      path: 'C:\\u0000',
      half: '\\\ufffd',
    })
  })

  test('PostgreSQL belongs to one desk, which is named to the next one, until it ends', async () => {
    const server = await startPostgres()
    applySettings({ DATABASE_URL: server.url('desk') })
    const { lockDatabase } = await import('#lib/store/database-lock.ts')
    const leave = await lockDatabase()
    await expect(lockDatabase()).rejects.toThrow(
      new RegExp(
        `^A desk works with this database already \\(process ${process.pid} on .*, since 20.*Z\\)\\. Stop it first`,
      ),
    )
    // The lock is taken again automatically. A concurrent attempt to take it would be a desk that was faster.
    await server.stop('immediate')
    await server.start()
    const held = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND granted"
    await expect.poll(async () => (await server.admin(held, 'desk')).length, { timeout: 20_000 }).toBe(1)
    await expect(lockDatabase()).rejects.toThrow('already')
    await leave()
    await (await lockDatabase())()
  })

  test('an older dump restored beside newer tables fails the start with the way out', async () => {
    const server = await startPostgres()
    const database = connectTo(server.url('desk'))
    await database.run('UPDATE desk_schema SET version = ?', FIRST_POSTGRES_VERSION)
    await database.close()
    applySettings({ DATABASE_URL: server.url('desk') })
    const { prepareDatabase } = await import('#lib/store/database.ts')
    await expect(prepareDatabase()).rejects.toThrow(
      /^The database server .* cannot be used: an older dump was restored beside what a newer desk has made/,
    )
  })

  test('an empty database beside a file with accounts fails the start until it has an account', async () => {
    const url = await createTestDatabase()
    const { dataDir } = applySettings({ DATABASE_URL: url })
    const { openDatabase, prepareDatabase } = await import('#lib/store/database.ts')
    const account =
      "INSERT INTO accounts (id, email, role, status, created_at) VALUES ('a', 'a@example.com', 'admin', 'active', 'now')"
    const file = openDatabase(dataDir)
    file.close()
    await prepareDatabase()
    const filled = openDatabase(dataDir)
    filled.exec(account)
    filled.close()
    const path = join(dataDir, 'desk.sqlite')
    const before = readFileSync(path)
    await expect(prepareDatabase()).rejects.toThrow(
      `The database of DATABASE_URL has no accounts, and ${path} has: bring everything along with "portrait-desk store copy --from sqlite --to postgres", or begin anew with "mv ${path} ${path}.before-restore-0"`,
    )
    expect(readFileSync(path).equals(before)).toBe(true)
    expect(readdirSync(dataDir).filter(name => name.startsWith('desk.sqlite'))).toEqual(['desk.sqlite'])
    await connectTo(url).run(account)
    await prepareDatabase()
  })

  test('an unusable database fails the start with the reason and without the password', async () => {
    const server = await startPostgres()
    applySettings({ DATABASE_URL: server.url('nowhere').replace('desk@', 'desk:CANARY@') })
    const { prepareDatabase } = await import('#lib/store/database.ts')
    const said = await prepareDatabase().then(String, error => String(error))
    expect(said).toMatch(
      /^DatabaseError: The database server .*:5432 cannot be used: it has no database of this name \(DATABASE_URL\)\.$/,
    )
    await server.stop()
    applySettings({ DATABASE_URL: server.url('desk') })
    const again = await import('#lib/store/database.ts')
    await expect(again.prepareDatabase()).rejects.toThrow('there is no socket there')
    await server.demote()
    await expect(again.prepareDatabase()).rejects.toThrow('cannot be used: it is read-only, or a standby')
  })
})

async function connectDirectly(connectionString: string, config: ClientConfig = {}): Promise<Client> {
  const client = new Client({ connectionString, ...config })
  await client.connect()
  onTestFinished(() => client.end())
  return client
}

/** Starts a proxy that passes everything until it forgets: later data on an earlier connection gets a reset. */
async function startForgetfulFirewall(address: string): Promise<{ address: string; forget(): void }> {
  const url = new URL(address)
  const toSocket = (folder: string | null) => join(folder ?? '', '.s.PGSQL.5432')
  const behind = toSocket(url.searchParams.get('host'))
  const forgotten = new WeakSet<Socket>()
  const open = new Set<Socket>()
  const server = createServer(socket => {
    open.add(socket)
    const through = connect(behind)
    socket.on('error', () => {}).on('close', () => through.destroy())
    through.on('error', () => {}).on('close', () => socket.destroy())
    socket.on('data', said => (forgotten.has(socket) ? socket.destroy() : through.write(said)))
    through.on('data', answer => socket.write(answer))
  })
  const folder = createTempFolder()
  server.listen(toSocket(folder))
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of open) socket.destroy()
    server.close()
  })
  url.searchParams.set('host', folder)
  return {
    address: url.href,
    forget: () => {
      for (const socket of open) forgotten.add(socket)
    },
  }
}
