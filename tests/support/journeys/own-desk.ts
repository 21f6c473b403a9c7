import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Role } from '#lib/contracts/session.ts'
import { COMPILE_CACHE } from '#tests/support/compile-cache.ts'
import { TEMP_BASE } from '#tests/support/temp-base.ts'
import { PORTS, SANDBOX_URL } from './ports.ts'
import { type Program, startProgram } from './start-program.ts'

const ARGS = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']

export type OwnDesk = Program & { url: string; dataDir: string }

type Account = { email: string; password: string; role: Role }

type OwnDeskOptions = {
  /** Without an account, the desk prints the address of its set-up. */
  account?: Account
  colleagues?: Account[]
  /** The name for browsers; every name below `localhost` resolves to this computer. */
  host?: string
  env?: Record<string, string>
}

/** A desk outside practice mode, in front of the same sandbox. */
export async function startOwnDesk({
  account,
  colleagues = [],
  host = 'localhost',
  env: extra,
}: OwnDeskOptions = {}): Promise<OwnDesk> {
  const dataDir = mkdtempSync(join(TEMP_BASE, 'portrait-desk-own-'))
  const env = {
    PORT: String(PORTS.ownDesk),
    HOST: '',
    APP_URL: `http://${host}:${PORTS.ownDesk}`,
    ALLOW_HTTP: '1',
    APP_SECRET: 'only-for-this-test-0123456789abcdef0123456789',
    PORTRAIT_API_URL: `${SANDBOX_URL}/api/v1`,
    STOP_GRACE_SECONDS: '0',
    DATA_DIR: dataDir,
    NODE_ENV: 'production',
    ...extra,
  }
  for (const one of account ? [account, ...colleagues] : []) addAccount(one, env)
  const program = await startProgram([...ARGS, 'scripts/serve.ts', 'start'], {
    sign: account ? '"event":"desk_ready"' : '"event":"desk_set_up"',
    env,
  })
  return {
    ...program,
    url: env.APP_URL,
    dataDir,
    async stop() {
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The address that the first start prints once. */
export function readSetUpUrl(desk: OwnDesk): string {
  const url = /"event":"desk_set_up","url":"([^"]+)"/.exec(desk.log())?.[1]
  if (!url) throw new Error('The desk printed no address for its set-up.')
  return url
}

function addAccount({ email, password, role }: Account, env: Record<string, string>): void {
  const args = [...ARGS, 'scripts/account.ts', 'add', email, '--role', role]
  const made = spawnSync(process.execPath, args, {
    env: { ...process.env, ...COMPILE_CACHE, ...env },
    input: password,
  })
  if (made.status !== 0) throw new Error(String(made.stderr))
}
