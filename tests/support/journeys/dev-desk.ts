import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { TEMP_BASE } from '#tests/support/temp-base.ts'
import { PORTS } from './ports.ts'
import { startProgram } from './start-program.ts'

const READY_MS = 120_000

export type DevDesk = { url: string; stop(): Promise<void> }

/** A desk as its builders run it (`npm run dev`): only there is a gallery. */
export async function startDevDesk(): Promise<DevDesk> {
  const dataDir = mkdtempSync(join(TEMP_BASE, 'portrait-desk-dev-'))
  const program = await startProgram(['scripts/dev.mjs'], {
    sign: 'is ready at',
    readyMs: READY_MS,
    env: { PORT: String(PORTS.devDesk), SANDBOX_PORT: String(PORTS.devSandbox), DATA_DIR: dataDir },
  })
  return {
    url: `http://localhost:${PORTS.devDesk}`,
    async stop() {
      await program.stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
