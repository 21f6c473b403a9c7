import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { inject, onTestFinished } from 'vitest'
import { findFreePort } from './open-ssh.ts'
import { until } from './until.ts'

const TLS = join(import.meta.dirname, 'tls')
/** Debian's folder of versions; the newest one is used. */
const VERSIONS = '/usr/lib/postgresql'

/** The programs of the PostgreSQL of this machine, or null. */
export const POSTGRES = findPrograms()

/**
 * No data has to survive a crash. The collation differs from SQLite's, so that a query without an explicit collation
 * fails a test.
 */
const INIT = ['--no-sync', '--auth=trust', '--username=desk', '--encoding=UTF8']
const ORDER = ['--locale=C.UTF-8', '--locale-provider=icu', '--icu-locale=de']
const SETTINGS = {
  listen_addresses: '',
  fsync: 'off',
  full_page_writes: 'off',
  shared_buffers: '32MB',
  max_connections: '200',
}

export type Postgres = {
  /** The folder of its socket. */
  folder: string
  /** The URL of one of its databases. */
  url(database: string): string
  /** Runs statements as the owner of all objects. */
  admin(sql: string, database?: string): Promise<Record<string, unknown>[]>
  /** `immediate` stops it as in a crash. */
  stop(how?: 'fast' | 'immediate'): Promise<void>
  /** Starts the same server again after `stop`, with further settings. */
  start(settings?: Record<string, string>): Promise<void>
  /** Restarts it as a hot standby, until `SELECT pg_promote()`. */
  demote(): Promise<void>
}

/** For all tests of this worker that do not affect the server itself. */
let shared: Promise<Postgres> | undefined

/** Creates an empty database for one test, on a server that the worker shares. Returns its URL. */
export async function createTestDatabase(): Promise<string> {
  shared ??= launch()
  const server = await shared
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await server.admin(`CREATE DATABASE ${name}`)
  onTestFinished(async () => {
    await server.admin(`DROP DATABASE ${name} WITH (FORCE)`)
  })
  return server.url(name)
}

/** A server for one test alone, which may stop it. It has a database `desk`. */
export async function startPostgres(settings: Record<string, string> = {}): Promise<Postgres> {
  return owned(await launch(settings))
}

/** The same with TLS at a port of this machine, and a certificate for `localhost` from the tests' own authority. */
export async function startPostgresWithTls(): Promise<{
  server: Postgres
  address: string
  authority: string
}> {
  const port = await findFreePort()
  const files = { ssl_cert_file: 'issued.cert.pem', ssl_key_file: 'issued.key.pem' }
  const listening = { listen_addresses: '127.0.0.1', port: String(port), ssl: 'on', ...files }
  const server = await owned(await launch(listening, Object.values(files)))
  return {
    server,
    address: `postgres://desk@localhost:${port}/desk`,
    authority: join(TLS, 'authority.cert.pem'),
  }
}

async function owned(server: Postgres): Promise<Postgres> {
  onTestFinished(async () => {
    await server.stop('immediate')
    rmSync(server.folder, { recursive: true, force: true })
  })
  await server.admin('CREATE DATABASE desk')
  return server
}

async function launch(
  settings: Record<string, string> = {},
  files: readonly string[] = [],
): Promise<Postgres> {
  const root = inject('tempRoot')
  // The server does not run as root, and must reach its folder.
  chmodSync(root, 0o711)
  const folder = mkdtempSync(join(root, 'postgres-'))
  const data = join(folder, 'data')
  if (process.getuid?.() === 0) run('chown', ['-R', userName(), folder])
  runProgram('cp', ['-R', newCluster(root), data])
  for (const name of files) {
    copyFileSync(join(TLS, name), join(data, name))
    chmodSync(join(data, name), 0o600)
    if (process.getuid?.() === 0) run('chown', [userName(), join(data, name)])
  }

  const url = (database: string) =>
    `postgres://desk@localhost:${settings.port ?? 5432}/${database}?host=${encodeURIComponent(folder)}`
  let server: ChildProcess | undefined
  const kill = () => server?.kill('SIGQUIT')

  async function start(more: Record<string, string> = {}): Promise<void> {
    const all = { ...SETTINGS, unix_socket_directories: folder, ...settings, ...more }
    const options = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`])
    const [command = '', ...args] = asItsUser(join(POSTGRES ?? '', 'postgres'), ['-D', data, ...options])
    const started = spawn(command, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    server = started
    let said = ''
    started.stderr.on('data', chunk => {
      said = `${said}${chunk}`.slice(-4000)
    })
    started.unref()
    process.once('exit', kill)
    await until(
      () => `PostgreSQL is ready: ${said}`,
      () => {
        if (started.exitCode !== null) throw new Error(`PostgreSQL ended: ${said}`)
        return isReady(data)
      },
    )
  }

  async function stop(how: 'fast' | 'immediate' = 'fast'): Promise<void> {
    const stopped = server
    server = undefined
    process.off('exit', kill)
    if (!stopped || stopped.exitCode !== null || stopped.signalCode !== null) return
    stopped.ref()
    stopped.kill(how === 'fast' ? 'SIGINT' : 'SIGQUIT')
    await once(stopped, 'exit')
  }

  async function demote(): Promise<void> {
    await stop()
    writeFileSync(join(data, 'standby.signal'), '')
    await start()
  }

  async function admin(sql: string, database = 'postgres'): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: url(database) })
    await client.connect()
    try {
      return (await client.query(sql)).rows
    } finally {
      await client.end()
    }
  }

  await start()
  return { folder, url, admin, start, stop, demote }
}

/**
 * The initial data folder of a server, made once in a run, because a copy is ten times as fast. Two workers may make it
 * at the same time; both use the one that was finished first.
 */
function newCluster(root: string): string {
  const made = join(root, 'postgres-new')
  if (existsSync(made)) return made
  const folder = mkdtempSync(join(root, 'postgres-'))
  if (process.getuid?.() === 0) run('chown', [userName(), folder])
  runProgram(join(POSTGRES ?? '', 'initdb'), ['-D', join(folder, 'data'), ...INIT, ...ORDER])
  try {
    renameSync(join(folder, 'data'), made)
  } catch (error) {
    if (!existsSync(made)) throw error
  }
  return made
}

/** Reads the server's own status, because the file exists before the server is ready. */
function isReady(data: string): boolean {
  const file = join(data, 'postmaster.pid')
  return existsSync(file) && /^ready\s*$/m.test(readFileSync(file, 'utf8'))
}

function findPrograms(): string | null {
  const versions = existsSync(VERSIONS) ? readdirSync(VERSIONS) : []
  const folders = versions
    .sort((a, b) => Number(b) - Number(a))
    .map(version => join(VERSIONS, version, 'bin'))
  return folders.find(folder => existsSync(join(folder, 'postgres'))) ?? null
}

/** Runs a program as another user, because PostgreSQL refuses root. The kernel ends it with the worker in any case. */
function asItsUser(program: string, args: string[]): string[] {
  const user =
    process.getuid?.() === 0 ? [`--reuid=${userName()}`, `--regid=${userName()}`, '--init-groups'] : []
  return ['setpriv', ...user, '--pdeathsig=QUIT', '--', program, ...args]
}

function userName(): string {
  return /^postgres:/m.test(readFileSync('/etc/passwd', 'utf8')) ? 'postgres' : 'nobody'
}

function runProgram(program: string, args: string[]): void {
  const [command = '', ...rest] = asItsUser(program, args)
  run(command, rest)
}

function run(command: string, args: string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: 'utf8', cwd: '/' })
  if (status !== 0) throw new Error(`${command}: ${error?.message ?? stderr}`)
}
