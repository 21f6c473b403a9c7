/** A built desk for scripts that visit it, with its own ports and data. It is deleted when they end. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fail, nodePath, ROOT, toolEnv } from './setup.mjs'

const READY_TIMEOUT_MS = 300_000

/**
 * Starts it in practice mode, unless the settings say otherwise. Resolves to its address when it is ready.
 * @param {{ port: number, sandboxPort: number, settings?: Record<string, string> }} options
 */
export async function startPracticeDesk({ port, sandboxPort, settings = {} }) {
  const dataDir = mkdtempSync(join(tmpdir(), 'portrait-desk-practice-'))
  const ports = { PORT: String(port), SANDBOX_PORT: String(sandboxPort) }
  const desk = spawn(nodePath(), ['scripts/start.mjs'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...toolEnv(), ...ports, DATA_DIR: dataDir, ...settings },
  })
  process.on('exit', () => {
    desk.kill()
    rmSync(dataDir, { recursive: true, force: true })
  })
  /** @type {PromiseWithResolvers<void>} */
  const { promise, resolve } = Promise.withResolvers()
  const timer = setTimeout(() => fail('The desk did not start in time.'), READY_TIMEOUT_MS)
  desk.once('exit', () => fail('The desk has stopped.'))
  desk.stdout.on('data', chunk => {
    if (/is ready at|"event":"desk_ready"/.test(String(chunk))) resolve()
  })
  await promise
  clearTimeout(timer)
  desk.removeAllListeners('exit')
  return `http://localhost:${port}`
}
