import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { JournalEntry } from '#sandbox/journal/journal.ts'

const ROOT = join(import.meta.dirname, '../..')

export type BenchSandbox = Awaited<ReturnType<typeof startSandbox>>

/** The sandbox in a process of its own, so that it does not share the event loop with the measured code. */
export async function startSandbox(windowMs: number) {
  const child = spawn(process.execPath, ['sandbox/server/main.ts'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, SANDBOX_PORT: '0', SANDBOX_RATE_WINDOW_MS: String(windowMs) },
  })
  const [line] = await once(child.stdout, 'data')
  const origin = /http:\/\/127\.0\.0\.1:\d+/.exec(String(line))?.[0]
  if (!origin) throw new Error(`The sandbox did not start: ${line}`)

  async function portal<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const headers = { 'content-type': 'application/json' }
    const request = { method, ...(body !== undefined && { headers, body: JSON.stringify(body) }) }
    const answer = await fetch(`${origin}/portal${path}`, request)
    if (!answer.ok) throw new Error(`The portal answered ${answer.status}: ${await answer.text()}`)
    return (answer.status === 204 ? undefined : ((await answer.json()) as { data: Data }).data) as Data
  }

  return {
    origin,
    /** A separate key for each measurement gives it a separate budget, cache and photo store. */
    createKey: () => portal<{ id: number; key: string }>('POST', '/keys', { label: 'Bench' }),
    revokeKey: (id: number) => portal<void>('DELETE', `/keys/${id}`),
    async calls(keyId: number): Promise<JournalEntry[]> {
      return (await portal<JournalEntry[]>('GET', '/journal')).filter(({ key_id }) => key_id === keyId)
    },
    async stop(): Promise<void> {
      child.kill()
      await once(child, 'exit')
    },
  }
}
