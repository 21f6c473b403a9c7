import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { statSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ask } from '#tests/support/http-client.ts'
import { PHOTO_PROJECT, startPhotoService } from '#tests/support/photo-service.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'
import { HOST, OWN, signInAt } from './edge-desk.ts'
import { APP_SECRET, addAccount, EXTRA_PORT as PORT, start } from './start-desks.ts'

const PEOPLE = 24
const MIB = 1024 * 1024
const ACCOUNT = { email: 'stop@example.test', password: 'a long enough password' }

async function startDesk(): Promise<{ desk: ChildProcess; headers: Record<string, string> }> {
  const service = await startPhotoService({ people: PEOPLE, photoBytes: MIB })
  onTestFinished(() => service.stop())
  const dataDir = createTempFolder()
  const settings = {
    APP_URL: `https://${HOST}`,
    APP_SECRET,
    PORTRAIT_API_URL: service.baseUrl,
    PORTRAIT_API_KEY: 'key-of-the-desk-that-stops',
    DATA_DIR: dataDir,
  }
  addAccount(ACCOUNT, settings)
  const desk = await start({ port: PORT, dataDir, log: join(dataDir, 'log') }, settings)
  onTestFinished(() => void desk.kill('SIGKILL'))
  const { cookie } = await signInAt({ port: PORT, host: HOST, account: ACCOUNT })
  return { desk, headers: { ...OWN, host: HOST, cookie } }
}

async function prepare(headers: Record<string, string>): Promise<{ path: string; bytes: number }> {
  const started = await ask(PORT, {
    method: 'POST',
    path: '/api/exports',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ project_id: PHOTO_PROJECT.id, size: null }),
  })
  const { id } = JSON.parse(started.body).data
  const { bytes } = await until('the export is ready', async () => {
    const { data } = JSON.parse((await ask(PORT, { path: `/api/exports/${id}`, headers })).body)
    return data.state === 'ready' && data
  })
  return { path: `/api/exports/${id}/archive`, bytes }
}

/** A browser on a slow line. */
function download(path: string, headers: Record<string, string>, rate: string) {
  const file = join(createTempFolder(), 'archive.zip')
  const sent = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const curl = spawn('curl', [
    '-s',
    '--limit-rate',
    rate,
    '-o',
    file,
    ...sent,
    `http://127.0.0.1:${PORT}${path}`,
  ])
  const size = () => statSync(file, { throwIfNoEntry: false })?.size ?? 0
  return { size, ended: once(curl, 'exit').then(([code]) => code as number) }
}

/** A browser that takes nothing more for now. */
async function openAndWait(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(
    get({ host: '127.0.0.1', port: PORT, path, headers, agent: false }),
    'response',
  )
  if (!answer) throw new Error('There is no answer.')
  return answer.on('error', () => {}).pause()
}

/** Takes the rest. Returns how many bytes there were, and whether the browser holds them for all. */
async function takeRest(answer: IncomingMessage): Promise<{ bytes: number; complete: boolean }> {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  // What was paused on purpose does not flow by a listener alone.
  answer.resume()
  if (!answer.closed) await new Promise(resolve => answer.once('close', resolve))
  return { bytes, complete: answer.complete }
}

test('a desk that is asked to stop lets downloads end, breaks off after 30 seconds what is left, and is gone', async () => {
  const { desk, headers } = await startDesk()
  const { path, bytes } = await prepare(headers)
  const tenSeconds = download(path, headers, '2400K')
  const never = await openAndWait(path, headers)
  await until('both are under way', () => tenSeconds.size() > 0)
  desk.kill('SIGTERM')
  const began = performance.now()
  const gone = once(desk, 'exit')
  expect(await tenSeconds.ended).toBe(0)
  expect(tenSeconds.size()).toBe(bytes)
  expect((performance.now() - began) / 1000).toBeGreaterThan(5)
  expect(await gone).toEqual([0, null])
  const seconds = (performance.now() - began) / 1000
  expect(seconds).toBeGreaterThan(29)
  expect(seconds).toBeLessThan(36)
  const rest = await takeRest(never)
  expect(rest.complete).toBe(false)
  expect(rest.bytes).toBeLessThan(bytes)
}, 90_000)
