import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TEMP_BASE } from '#tests/support/temp-base.ts'
import { PORTS } from './ports.ts'
import { startProgram } from './start-program.ts'

/** A minute of the service takes six seconds here: the whole job meets the limit of 120 calls several times. */
const WINDOW_MS = '6000'
const ARGS = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']

export type PracticeDesk = { url: string; stop(): Promise<void> }

/** The built desk in practice mode, with its sandbox. */
export async function startPracticeDesk(): Promise<PracticeDesk> {
  const dataDir = mkdtempSync(join(TEMP_BASE, 'portrait-desk-e2e-'))
  const program = await startProgram([...ARGS, 'scripts/serve.ts', 'start'], {
    sign: 'is ready at',
    env: {
      PORT: String(PORTS.desk),
      SANDBOX_PORT: String(PORTS.sandbox),
      DATA_DIR: dataDir,
      PORTRAIT_API_WINDOW_MS: WINDOW_MS,
      SANDBOX_RATE_WINDOW_MS: WINDOW_MS,
      NODE_ENV: 'production',
    },
  })
  return {
    url: `http://localhost:${PORTS.desk}`,
    async stop() {
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
