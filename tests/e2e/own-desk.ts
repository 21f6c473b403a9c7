import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Role } from '#lib/session/contract.ts'

const PORT = 3420
const READY_MS = 60_000
const ARGS = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']

export type OwnDesk = {
  url: string
  /** Everything that the desk wrote to its standard output and error. */
  log(): string
  stop(): Promise<void>
}

type OwnDeskOptions = {
  /** Without one, the desk prints the address of its set-up. */
  account?: { email: string; password: string; role: Role }
  /** The name by which browsers open it; every name below `localhost` leads to this computer. */
  host?: string
  env?: Record<string, string>
}

/** A desk outside practice mode, in front of the same sandbox. */
export async function startOwnDesk({
  account,
  host = 'localhost',
  env: extra,
}: OwnDeskOptions = {}): Promise<OwnDesk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portrait-desk-own-'))
  const env = {
    ...process.env,
    PORT: String(PORT),
    APP_URL: `http://${host}:${PORT}`,
    ALLOW_HTTP: '1',
    APP_SECRET: 'only-for-this-test-0123456789abcdef0123456789',
    PORTRAIT_API_URL: 'http://127.0.0.1:4410/api/v1',
    DATA_DIR: dataDir,
    NODE_ENV: 'production' as const,
    ...extra,
  }
  if (account) addAccount(account, env)
  const desk = spawn(process.execPath, [...ARGS, 'scripts/serve.ts', 'start'], { env, stdio: 'pipe' })
  const log = await untilReady(desk, account ? 'is ready at' : 'Set-up: ')
  return {
    url: env.APP_URL,
    log,
    async stop() {
      desk.kill('SIGTERM')
      if (desk.exitCode === null) await once(desk, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The address that the first start prints, once. */
export function readSetUpUrl(desk: OwnDesk): string {
  const url = /^Set-up: (\S+)$/m.exec(desk.log())?.[1]
  if (!url) throw new Error('The desk printed no address for its set-up.')
  return url
}

function addAccount({ email, password, role }: Required<OwnDeskOptions>['account'], env: NodeJS.ProcessEnv) {
  const args = [...ARGS, 'scripts/account.ts', 'add', email, '--role', role]
  const made = spawnSync(process.execPath, args, { env, input: password })
  if (made.status !== 0) throw new Error(String(made.stderr))
}

function untilReady(desk: ChildProcess, sign: string): Promise<() => string> {
  let text = ''
  const { promise, resolve, reject } = Promise.withResolvers<() => string>()
  const timer = setTimeout(() => reject(new Error(`not ready: ${text}`)), READY_MS)
  const listen = (chunk: Buffer) => {
    text += chunk
    if (!text.includes(sign)) return
    clearTimeout(timer)
    resolve(() => text)
  }
  desk.stdout?.on('data', listen)
  desk.stderr?.on('data', listen)
  desk.once('exit', () => reject(new Error(`stopped: ${text}`)))
  return promise
}
