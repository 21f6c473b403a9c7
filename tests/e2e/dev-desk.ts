import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const PORT = 3430
const SANDBOX_PORT = 4430
const READY_MS = 120_000

export type DevDesk = { url: string; stop(): Promise<void> }

/** A desk as its builders run it (`npm run dev`): only there is a gallery. */
export async function startDevDesk(): Promise<DevDesk> {
  const dataDir = mkdtempSync(join(tmpdir(), 'portrait-desk-dev-'))
  const desk = spawn(process.execPath, ['scripts/dev.mjs'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, PORT: String(PORT), SANDBOX_PORT: String(SANDBOX_PORT), DATA_DIR: dataDir },
  })
  const ready = Promise.withResolvers<void>()
  const timer = setTimeout(() => ready.reject(new Error('The desk did not start in time.')), READY_MS)
  desk.stdout.on('data', (chunk: Buffer) => {
    if (chunk.includes('is ready at')) ready.resolve()
  })
  desk.once('exit', () => ready.reject(new Error('The desk stopped.')))
  await ready.promise.finally(() => clearTimeout(timer))
  return {
    url: `http://localhost:${PORT}`,
    async stop() {
      desk.kill('SIGTERM')
      if (desk.exitCode === null) await once(desk, 'exit')
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
