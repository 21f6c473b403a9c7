import { once } from 'node:events'
import { createSandbox } from './create-sandbox.ts'
import { type Listening, listen } from './listen.ts'
import { readSettings } from './settings.ts'

/** A desk that is starting or stuck does not answer; the reset continues without it. */
const FORGET_MAX_MS = 10_000

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0))

try {
  const settings = readSettings(process.env)
  const sandbox = createSandbox({
    key: settings.SANDBOX_KEY,
    rateLimit: settings.SANDBOX_RATE_LIMIT,
    rateWindowMs: settings.SANDBOX_RATE_WINDOW_MS,
    dataFile: settings.SANDBOX_DATA,
    cacheDir: settings.SANDBOX_CACHE_DIR,
    variations: settings.SANDBOX_VARIATIONS,
    onReset: askDeskToForget,
  })
  const { origin } = await listenOrExplain(sandbox, settings.SANDBOX_PORT)
  console.log(
    `The sandbox is ready at ${origin}/api/v1 (key ${settings.SANDBOX_KEY}, portal ${origin}/portal).`,
  )
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exit(1)
}

/** In practice mode, the launcher connects the sandbox with the desk, which has read and stored the data of before. */
async function askDeskToForget(): Promise<void> {
  if (!process.send) return
  const forgotten = once(process, 'message', { signal: AbortSignal.timeout(FORGET_MAX_MS) })
  process.send('reset')
  await forgotten.catch(() => {})
}

async function listenOrExplain(sandbox: Parameters<typeof listen>[0], port: number): Promise<Listening> {
  try {
    return await listen(sandbox, port)
  } catch (error) {
    const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (isTaken) throw new Error(`Port ${port} is taken; set SANDBOX_PORT to a free one.`)
    throw error
  }
}
