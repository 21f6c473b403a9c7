import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import type { Export } from '#lib/exports/contract.ts'
import { ensureBuilt, nodePath } from '#scripts/setup.mjs'
import { PHOTO_PROJECT, startPhotoService } from '#tests/support/photo-service.ts'
import { sleep } from './measures.ts'
import { ask, signIn } from './sign-in.ts'

const ACCOUNT = { email: 'bench@example.test', password: 'a long enough password' }
const NODE = ['--conditions=react-server', '--disable-warning=ExperimentalWarning']

type Options = { port: number; dataDir: string; people: number; photoBytes: number }

/**
 * Starts a built desk like an operator, in front of a service with these photos and practically no limit, and signs in.
 */
export async function startServiceDesk({ port, dataDir, people, photoBytes }: Options) {
  await ensureBuilt()
  const service = await startPhotoService({ people, photoBytes })
  const origin = `http://localhost:${port}`
  // Under npm, an extra process stays beside the desk (`become` of scripts/setup.mjs); an operator's unit has none.
  const { npm_lifecycle_event: _, ...own } = process.env
  const env: NodeJS.ProcessEnv = {
    ...own,
    NODE_ENV: 'production',
    PORT: String(port),
    APP_URL: origin,
    ALLOW_HTTP: '1',
    APP_SECRET: 'a secret for measurements, 32 characters or more',
    PORTRAIT_API_URL: service.baseUrl,
    PORTRAIT_API_KEY: 'key-of-a-desk-that-is-measured',
    PORTRAIT_API_LIMIT: '100000',
    DATA_DIR: dataDir,
    PHOTO_STORE_MAX_MB: '20000',
  }
  const account = ['scripts/account.ts', 'add', ACCOUNT.email, '--role', 'editor']
  const made = spawnSync(nodePath(), [...NODE, ...account], { env, input: ACCOUNT.password })
  if (made.status !== 0) throw new Error(String(made.stderr))
  const desk = spawn(process.execPath, ['scripts/start.mjs'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  process.once('exit', () => desk.kill())
  // The log is read and dropped, because a full pipe would block the desk.
  desk.stdout.resume()
  while (!(await isReady(origin))) await sleep(200)
  return {
    origin,
    cookie: await signIn(origin, ACCOUNT),
    async stop() {
      desk.kill('SIGTERM')
      await once(desk, 'exit')
      await service.stop()
    },
  }
}

async function isReady(origin: string): Promise<boolean> {
  try {
    return (await ask(`${origin}/api/health/ready`)).status === 200
  } catch {
    return false
  }
}

/** Exports all approved photos without changes. Resolves to the path of the archive when it is ready. */
export async function prepareArchive(origin: string, cookie: string): Promise<string> {
  const plain = { cookie, headers: { 'accept-encoding': 'identity' } }
  const body = JSON.stringify({ project_id: PHOTO_PROJECT.id, size: null })
  const made = await ask(`${origin}/api/exports`, { ...plain, method: 'POST', body })
  const { id } = JSON.parse(made.body.toString()).data
  for (;;) {
    const answer = await ask(`${origin}/api/exports/${id}`, plain)
    const { state }: Export = JSON.parse(answer.body.toString()).data
    if (state === 'ready') return `/api/exports/${id}/archive`
    if (state === 'failed') throw new Error('The export has failed.')
    await sleep(200)
  }
}
