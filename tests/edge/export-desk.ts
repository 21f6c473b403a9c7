import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Export, ExportRequestInput } from '#lib/exports/contract.ts'
import { ask } from '#tests/support/http-client.ts'
import { PHOTO_PROJECT, startPhotoService } from '#tests/support/photo-service.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'
import { HOST, OWN, signInAt } from './edge-desk.ts'
import { APP_SECRET, addAccount, start } from './start-desks.ts'

const ACCOUNT = { email: 'exports@example.test', password: 'a long enough password' }

type ExportDesk = {
  desk: ChildProcess
  dataDir: string
  headers: Record<string, string>
  /** Waits until the archive can be downloaded. */
  prepare(wish?: Partial<ExportRequestInput>): Promise<{ path: string; bytes: number }>
  read<Data>(path: string): Promise<Data>
  /** The log of the desk so far. */
  log(): string
}

/** The built desk for one test, in front of a service without a limit. */
export async function startExportDesk(
  port: number,
  size: { people: number; photoBytes: number },
  changes: Record<string, string> = {},
): Promise<ExportDesk> {
  const service = await startPhotoService(size)
  onTestFinished(() => service.stop())
  const dataDir = createTempFolder()
  const settings = {
    APP_URL: `https://${HOST}`,
    APP_SECRET,
    PORTRAIT_API_URL: service.baseUrl,
    PORTRAIT_API_KEY: 'key-of-a-desk-that-exports',
    PORTRAIT_API_LIMIT: '100000',
    STOP_GRACE_SECONDS: '0',
    DATA_DIR: dataDir,
    ...changes,
  }
  addAccount(ACCOUNT, settings)
  const log = join(dataDir, 'log')
  const desk = await start({ port, dataDir, log }, settings)
  onTestFinished(async () => {
    if (desk.exitCode !== null) return
    // The desk ends its server only on SIGTERM.
    desk.kill('SIGTERM')
    await once(desk, 'exit')
  })
  const { cookie } = await signInAt({ port, host: HOST, account: ACCOUNT })
  const headers = { ...OWN, host: HOST, cookie }
  const read = async <Data>(path: string): Promise<Data> =>
    JSON.parse((await ask(port, { path, headers })).body).data

  return {
    desk,
    dataDir,
    headers,
    read,
    log: () => readFileSync(log, 'utf8'),
    async prepare(wish = {}) {
      const { body } = await ask(port, {
        method: 'POST',
        path: '/api/exports',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify({ project_id: PHOTO_PROJECT.id, size: null, ...wish }),
      })
      const { id } = JSON.parse(body).data
      const { parts } = await until('the export is ready', async () => {
        const now = await read<Export>(`/api/exports/${id}`)
        if (now.state === 'failed') throw new Error(`The export has failed: ${now.error}`)
        return now.state === 'ready' && now
      })
      return { path: `/api/exports/${id}/archive`, bytes: parts[0]?.bytes ?? 0 }
    },
  }
}
