import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PORT = 3420
const READY_MS = 60_000

export type OwnDesk = {
  url: string
  /** Everything that the desk wrote to its standard output and error. */
  log(): string
  stop(): Promise<void>
}

/** A desk outside practice mode, in front of the same sandbox, with one account. */
export async function startOwnDesk(account: { email: string; password: string }): Promise<OwnDesk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portrait-desk-own-'))
  const env = {
    ...process.env,
    PORT: String(PORT),
    APP_URL: `http://localhost:${PORT}`,
    ALLOW_HTTP: '1',
    APP_SECRET: 'only-for-this-test-0123456789abcdef0123456789',
    PORTRAIT_API_URL: 'http://127.0.0.1:4410/api/v1',
    DATA_DIR: dataDir,
    NODE_ENV: 'production' as const,
  }
  const args = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']
  const made = spawnSync(
    process.execPath,
    [...args, 'scripts/account.ts', 'add', account.email, '--role', 'editor'],
    {
      env,
      input: account.password,
    },
  )
  if (made.status !== 0) throw new Error(String(made.stderr))
  const desk = spawn(process.execPath, [...args, 'scripts/serve.ts', 'start'], { env, stdio: 'pipe' })
  const log = await untilReady(desk)
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

function untilReady(desk: ChildProcess): Promise<() => string> {
  let text = ''
  const { promise, resolve, reject } = Promise.withResolvers<() => string>()
  const timer = setTimeout(() => reject(new Error(`not ready: ${text}`)), READY_MS)
  const listen = (chunk: Buffer) => {
    text += chunk
    if (!text.includes('is ready at')) return
    clearTimeout(timer)
    resolve(() => text)
  }
  desk.stdout?.on('data', listen)
  desk.stderr?.on('data', listen)
  desk.once('exit', () => reject(new Error(`stopped: ${text}`)))
  return promise
}
