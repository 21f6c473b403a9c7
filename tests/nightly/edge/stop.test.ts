import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, statSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { MIGRATIONS } from '#lib/store/migrations.ts'
import packageJson from '#package.json' with { type: 'json' }
import { startExportDesk } from '#tests/edge/export-desk.ts'
import { EXTRA_PORT as PORT } from '#tests/edge/start-desks.ts'
import { ask } from '#tests/support/http-client.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const PEOPLE = 24
const MIB = 1024 * 1024

/** Downloads as a browser on a slow line does. */
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

/** Opens a download and reads no more of it for now. */
async function openAndWait(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  const [answer]: IncomingMessage[] = await once(
    get({ host: '127.0.0.1', port: PORT, path, headers, agent: false }),
    'response',
  )
  if (!answer) throw new Error('There is no answer.')
  return answer.on('error', () => {}).pause()
}

/** Reads the rest. Returns its length, and whether the answer is complete. */
async function takeRest(answer: IncomingMessage): Promise<{ bytes: number; complete: boolean }> {
  let bytes = 0
  answer.on('data', (chunk: Buffer) => {
    bytes += chunk.length
  })
  // A stream that was paused explicitly does not flow because of a listener.
  answer.resume()
  if (!answer.closed) await new Promise(resolve => answer.once('close', resolve))
  return { bytes, complete: answer.complete }
}

test('a stopping desk says so, lets downloads end for a while and then exits', async () => {
  const { desk, headers, prepare, log, dataDir } = await startExportDesk(
    PORT,
    { people: PEOPLE, photoBytes: MIB },
    { STOP_SECONDS: '6', STOP_GRACE_SECONDS: '3' },
  )
  const { path, bytes } = await prepare()
  const never = await openAndWait(path, headers)
  const slow = download(path, headers, '4M')
  await until('both are under way', () => slow.size() > 0)
  desk.kill('SIGTERM')
  // The load balancer learns of the stop first, and later requests are still answered.
  const ready = () => ask(PORT, { path: '/api/health/ready' })
  await until('the desk says that it stops', async () => (await ready()).status === 503)
  expect(JSON.parse((await ready()).body)).toEqual({ status: 'not_ready', reason: 'stopping' })
  expect((await ask(PORT, { path: '/api/v1/projects', headers })).status).toBe(200)
  expect(slow.size(), 'some of it is still to come').toBeLessThan(bytes)
  const gone = once(desk, 'exit')
  expect(await slow.ended).toBe(0)
  expect(slow.size()).toBe(bytes)
  expect(await gone).toEqual([0, null])
  // The desk itself aborted the download, and was not killed because of it.
  expect(log()).toMatch(/"event":"downloads_broken_off","count":1\b/)
  // Every line of the log is an event, whichever component wrote it.
  const lines = log()
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))
  expect(lines.at(0)).toMatchObject({
    event: 'desk_started',
    version: packageJson.version,
    node: process.versions.node,
    mode: 'service',
    schema: MIGRATIONS.length,
  })
  expect(lines.at(-1)).toMatchObject({ event: 'desk_stopped', code: 0 })
  // The only account is not an administrator.
  const life = lines.map(({ event }) => event).filter(event => /^desk_/.test(event))
  expect(life).toEqual(['desk_started', 'desk_ready', 'desk_set_up', 'desk_stopping', 'desk_stopped'])
  expect(readdirSync(dataDir).filter(name => /^desk\.(sqlite|owner)/.test(name))).toEqual(['desk.sqlite'])
  const rest = await takeRest(never)
  expect(rest.complete).toBe(false)
  expect(rest.bytes).toBeLessThan(bytes)
})
