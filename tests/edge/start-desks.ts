import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { ensureBuilt } from '#scripts/setup.mjs'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'
import { ROOMY_QUOTAS } from '#tests/support/roomy-quotas.ts'
import { TEMP_BASE } from '#tests/support/temp-base.ts'

const READY_MS = 60_000
/** `npm test` looks for free ports; a runner started by hand uses these. */
const FIRST_PORT = Number(process.env.EDGE_PORT) || 3310
export const SANDBOX_PORT = FIRST_PORT + 1000
export const EXTRA_PORT = FIRST_PORT + 2
export const TARGETS_PORT = FIRST_PORT + 3
export const PLACE_PORT = FIRST_PORT + 4
export const TROUBLE_PORT = FIRST_PORT + 5
/** The port after `metricsPort`. */
export const PATH_PORT = FIRST_PORT + 7
/** The first of two desks; the other one has the next port. */
export const PAIR_PORT = FIRST_PORT + 8
/** `PRACTICE.apiKey` of lib/settings/env.ts, which no global setup can import. */
const PRACTICE_KEY = 'practice-key-of-the-built-in-sandbox'
/** The rate window of the service. It is short because all test files call at once, as the same person. */
const WINDOW_MS = '2000'
export const APP_SECRET = 'only-for-these-tests-0123456789abcdef0123456789'
const NODE = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']

type Account = { email: string; password: string }

type EdgeDesk = { port: number; dataDir: string; log: string }
/** `metricsPort`: the port of its metrics. */
type MeasuredDesk = EdgeDesk & { metricsPort: number }

declare module 'vitest' {
  interface ProvidedContext {
    /** Outside practice mode, at its public address behind a TLS proxy: `https://desk.example.test`. */
    desk: MeasuredDesk
    /** A desk in practice mode, which tests may break. */
    practice: EdgeDesk
    editor: Account
    /** Accounts beside the editor, for tests of the effects of one person on another. */
    colleagues: Record<'greedy' | 'neighbour' | 'guessed', Account>
  }
}

/** Two real desks for all edge tests: built, and started like an operator starts them. */
export async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  await ensureBuilt()
  const root = mkdtempSync(join(TEMP_BASE, 'portrait-desk-edge-'))
  const editor = { email: 'edge@example.test', password: 'a long enough password' }
  const practice = { port: FIRST_PORT + 1, dataDir: join(root, 'practice'), log: join(root, 'practice.log') }
  const desk = {
    port: FIRST_PORT,
    metricsPort: FIRST_PORT + 6,
    dataDir: join(root, 'desk'),
    log: join(root, 'desk.log'),
  }
  const settings = {
    APP_URL: 'https://desk.example.test',
    APP_SECRET,
    PORTRAIT_API_URL: `http://127.0.0.1:${SANDBOX_PORT}/api/v1`,
    STOP_GRACE_SECONDS: '0',
    PORTRAIT_API_KEY: PRACTICE_KEY,
    DATA_DIR: desk.dataDir,
    PORTRAIT_API_WINDOW_MS: WINDOW_MS,
    METRICS_PORT: String(desk.metricsPort),
    ACCESS_LOG: 'no-address',
    ...ROOMY_QUOTAS,
  }
  const [greedy, neighbour, guessed] = ['greedy', 'neighbour', 'guessed'].map(name => ({
    ...editor,
    email: `${name}@example.test`,
  })) as [Account, Account, Account]
  for (const account of [editor, greedy, neighbour, guessed]) addAccount(account, settings)
  const running = [
    await start(practice, {
      SANDBOX_PORT: String(SANDBOX_PORT),
      DATA_DIR: practice.dataDir,
      PORTRAIT_API_WINDOW_MS: WINDOW_MS,
      SANDBOX_RATE_WINDOW_MS: WINDOW_MS,
      ...ROOMY_QUOTAS,
    }),
    await start(desk, settings),
  ]
  provide('desk', desk)
  provide('practice', practice)
  provide('editor', editor)
  provide('colleagues', { greedy, neighbour, guessed })
  return async () => {
    for (const server of running.reverse()) await stop(server)
    rmSync(root, { recursive: true, force: true })
  }
}

/** Adds an account before the desk starts, like an operator does. */
export function addAccount(
  account: { email: string; password: string; role?: 'admin' | 'editor' },
  settings: Record<string, string>,
): void {
  mkdirSync(settings.DATA_DIR ?? '', { recursive: true })
  const args = [...NODE, 'scripts/account.ts', 'add', account.email, '--role', account.role ?? 'editor']
  const made = spawnSync(process.execPath, args, { env: clean(settings), input: account.password })
  if (made.status !== 0) throw new Error(String(made.stderr))
}

/** Starts the built desk, outside any test runner. */
export async function start(
  { port, log }: EdgeDesk,
  settings: Record<string, string>,
): Promise<ChildProcess> {
  const env = clean({ ...settings, PORT: String(port), NODE_ENV: 'production' })
  const server = spawn(process.execPath, [...NODE, 'scripts/serve.ts', 'start'], { env, stdio: 'pipe' })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let text = ''
  writeFileSync(log, '')
  const listen = (chunk: Buffer) => {
    appendFileSync(log, chunk)
    text += chunk
    // In practice mode, the ready line is a sentence.
    if (/is ready at|"event":"desk_ready"/.test(text)) resolve()
  }
  server.stdout.on('data', listen)
  server.stderr.on('data', listen)
  server.once('exit', () => reject(new Error(`The desk stopped: ${text}`)))
  const timer = setTimeout(() => reject(new Error(`The desk is not ready: ${text}`)), READY_MS)
  await promise.finally(() => clearTimeout(timer))
  return server
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** Removes the settings of the user who runs the tests. */
function clean(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, SystemRoot } = process.env
  const own = {
    PATH,
    HOME,
    TMPDIR,
    SystemRoot,
    NEXT_TELEMETRY_DISABLED: '1',
    NODE_ENV: 'production' as const,
  }
  return { ...COMPILE_CACHE, ...own, ...settings }
}
