import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOMY_QUOTAS } from '#tests/support/roomy-quotas.ts'
import { TEMP_BASE } from '#tests/support/temp-base.ts'
import { PATH, portsOf } from './ports.ts'
import { type Program, startProgram } from './start-program.ts'

/** A minute of the service takes six seconds here: the whole job meets the limit of 120 calls several times. */
const WINDOW_MS = '6000'
const ARGS = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']

/** The built desk in practice mode, with its sandbox, on the ports of this place. */
export async function startPracticeDesk(place: number): Promise<Program> {
  const ports = portsOf(place)
  const dataDir = mkdtempSync(join(TEMP_BASE, 'portrait-desk-e2e-'))
  const program = await startProgram([...ARGS, 'scripts/serve.ts', 'start'], {
    sign: 'is ready at',
    env: {
      PORT: String(ports.desk),
      APP_URL: `http://localhost:${ports.desk}${PATH}`,
      SANDBOX_PORT: String(ports.sandbox),
      DATA_DIR: dataDir,
      PORTRAIT_API_WINDOW_MS: WINDOW_MS,
      SANDBOX_RATE_WINDOW_MS: WINDOW_MS,
      NODE_ENV: 'production',
      ...ROOMY_QUOTAS,
    },
  })
  return {
    ...program,
    async stop() {
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
