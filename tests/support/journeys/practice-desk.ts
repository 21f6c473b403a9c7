import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { leaveOut } from '#tests/support/left-out.ts'
import { configBelow, runNginx } from '#tests/support/nginx-program.ts'
import { ROOMY_QUOTAS } from '#tests/support/roomy-quotas.ts'
import { TEMP_BASE } from '#tests/support/temp-base.ts'
import { IS_PROXIED, PATH, portsOf, toDeskUrl } from './ports.ts'
import { type Program, startProgram } from './start-program.ts'

/** The service's minute takes six seconds here, so that the whole job meets the limit of 120 calls several times. */
const WINDOW_MS = '6000'
const ARGS = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']

/** The built desk in practice mode with its sandbox, on the ports of this place. Below a path it is behind nginx. */
export async function startPracticeDesk(place: number): Promise<Program> {
  const ports = portsOf(place)
  const dataDir = mkdtempSync(join(TEMP_BASE, 'portrait-desk-e2e-'))
  const program = await startProgram([...ARGS, 'scripts/serve.ts', 'start'], {
    sign: 'is ready at',
    env: {
      PORT: String(ports.desk),
      APP_URL: toDeskUrl(ports) + PATH,
      ...(IS_PROXIED && { TRUST_PROXY: 'loopback' }),
      SANDBOX_PORT: String(ports.sandbox),
      DATA_DIR: dataDir,
      PORTRAIT_API_WINDOW_MS: WINDOW_MS,
      SANDBOX_RATE_WINDOW_MS: WINDOW_MS,
      NODE_ENV: 'production',
      ...ROOMY_QUOTAS,
    },
  })
  if (PATH !== '' && !IS_PROXIED) leaveOut('a browser before a desk below a path, behind nginx', 'nginx')
  const nginx = IS_PROXIED ? await startNginx(ports, join(dataDir, 'nginx')) : null
  return {
    ...program,
    async stop() {
      await nginx?.stop()
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

function startNginx({ desk, proxy }: ReturnType<typeof portsOf>, folder: string) {
  mkdirSync(folder)
  return runNginx(configBelow(PATH), { folder, desk: `127.0.0.1:${desk}`, port: proxy })
}
