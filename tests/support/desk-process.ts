import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import type { Export, ExportRequestInput } from '#lib/exports/contract.ts'
import { BUNDLED_FLAGS, bundledCompileCache } from './bundled.ts'
import { leaveOut } from './left-out.ts'
import { PHOTO_PROJECT } from './photo-service.ts'
import { until } from './until.ts'

const ROOT = join(import.meta.dirname, '../..')

export type DeskProcess = Awaited<ReturnType<typeof startDeskProcess>>

/** The desk's handlers in a separate process, with its own key, in front of this service. */
export async function startDeskProcess(settings: {
  dataDir: string
  serviceUrl: string
  env?: Record<string, string>
}) {
  const child = spawn(process.execPath, ['--expose-gc', ...BUNDLED_FLAGS, inject('deskProgram')], {
    cwd: ROOT,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      ...bundledCompileCache(),
      NODE_ENV: 'production',
      HOST: '',
      DATA_DIR: settings.dataDir,
      APP_URL: 'http://desk.example.test',
      ALLOW_HTTP: '1',
      APP_SECRET: 'a secret for tests, 32 characters or more',
      PORTRAIT_API_URL: settings.serviceUrl,
      PORTRAIT_API_KEY: 'key-of-the-desk-process',
      PORTRAIT_API_LIMIT: '100000',
      ...settings.env,
    },
  })
  const { origin, cookie } = await untilReady(child)
  const headers = { cookie, 'x-csrf': '1', 'sec-fetch-site': 'same-origin' }

  async function ask<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const json = body !== undefined && { 'content-type': 'application/json' }
    const answer = await fetch(origin + path, {
      method,
      headers: { ...headers, ...json },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
    return ((await answer.json()) as { data: Data }).data
  }

  async function readState(): Promise<{ rss: number; connections: number }> {
    return (await (await fetch(`${origin}/test/state`)).json()) as { rss: number; connections: number }
  }

  return {
    origin,
    headers,
    ask,
    pid: child.pid ?? 0,
    start: (changes: Partial<ExportRequestInput> = {}) =>
      ask<Export>('POST', '/api/exports', { project_id: PHOTO_PROJECT.id, size: null, ...changes }),
    read: (id: string) => ask<Export>('GET', `/api/exports/${id}`),
    resume: (id: string) => ask<Export>('POST', `/api/exports/${id}/resume`),
    ready: (id: string, deadlineMs = 100_000) =>
      until(
        'the export is ready',
        async () => {
          const now = await ask<Export>('GET', `/api/exports/${id}`)
          if (now.state === 'failed') throw new Error(`The export failed: ${now.error}`)
          return now.state === 'ready' && now
        },
        deadlineMs,
      ),
    archiveUrl: (id: string, part = 1) => `${origin}/api/exports/${id}/archive?part=${part}`,
    /** The number of stored photos that the process has open; null where the system does not show it. */
    openFiles: (): number | null => countOpenPhotos(child.pid ?? 0),
    rss: async (): Promise<number> => (await readState()).rss,
    /** Includes the connection of the asking test. */
    connections: async (): Promise<number> => (await readState()).connections,
    async stop(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill(signal)
      await once(child, 'exit')
    },
  }
}

function untilReady(child: ChildProcess): Promise<{ origin: string; cookie: string }> {
  const { promise, resolve, reject } = Promise.withResolvers<{ origin: string; cookie: string }>()
  let text = ''
  child.stderr?.on('data', (chunk: Buffer) => {
    text += chunk
    const [, ready] = /^ready (\{.*\})$/m.exec(text) ?? []
    if (ready) resolve(JSON.parse(ready))
  })
  child.once('exit', () => reject(new Error(`The desk process ended: ${text}`)))
  return promise
}

function countOpenPhotos(pid: number): number | null {
  if (!existsSync('/proc/self/fd')) {
    leaveOut('files that stay open', '/proc')
    return null
  }
  try {
    const links = readdirSync(`/proc/${pid}/fd`).map(name => {
      try {
        return readlinkSync(`/proc/${pid}/fd/${name}`)
      } catch {
        return ''
      }
    })
    return links.filter(path => path.includes('/photos/')).length
  } catch {
    return null
  }
}
