import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { hurriedConfig, startNginx } from '#tests/support/nginx.ts'
import { startPhotoService } from '#tests/support/photo-service.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

export const PEOPLE = 24
export const PHOTO_BYTES = 1024 * 1024
const SLOW_SECONDS = 60
const SLOW_BYTES_PER_SECOND = 200 * 1024

export async function readyExport(people = PEOPLE) {
  const service = await startPhotoService({ people, photoBytes: PHOTO_BYTES })
  onTestFinished(() => service.stop())
  const dataDir = createTempFolder()
  const desk = await startDeskProcess({ dataDir, serviceUrl: service.baseUrl })
  onTestFinished(() => desk.stop())
  const { id } = await desk.start()
  const done = await desk.ready(id)
  const path = new URL(desk.archiveUrl(id))
  return { desk, done, dataDir, address: path.host, path: path.pathname + path.search }
}

/** Downloads with curl, whose exit code shows what a browser would report. */
export async function curl(desk: Pick<DeskProcess, 'headers'>, url: string, ...args: string[]) {
  const outAt = args.indexOf('-o')
  const file = outAt < 0 ? join(createTempFolder(), 'archive.zip') : (args[outAt + 1] ?? '')
  const headers = Object.entries(desk.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const run = spawn('curl', [
    '-sk',
    ...(outAt < 0 ? ['-o', file] : []),
    '-w',
    '%{http_code}',
    ...headers,
    ...args,
    url,
  ])
  let status = ''
  run.stdout.on('data', (chunk: Buffer) => {
    status += chunk
  })
  const [code] = await once(run, 'close')
  return { code, status: Number(status), file }
}

/** A client that reads no more than this rate. */
async function takeSlowly(desk: DeskProcess, url: string, { http, rate }: { http: string; rate: number }) {
  const headers = Object.entries(desk.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const run = spawn('curl', ['-skN', http, ...headers, url], { stdio: ['ignore', 'pipe', 'ignore'] })
  const closed = once(run, 'close')
  const chunks: Buffer[] = []
  for await (const chunk of run.stdout) {
    chunks.push(chunk)
    await setTimeout((chunk.length / rate) * 1000)
  }
  const [code] = await closed
  return { code, bytes: Buffer.concat(chunks) }
}

/** Expects no open photo and no connection, except those that nginx keeps for reuse for four seconds. */
export async function expectNothingHeld(desk: DeskProcess): Promise<void> {
  await until('no photo is open', () => (desk.openFiles() ?? 0) === 0)
  await until('the test alone is connected', async () => (await desk.connections()) === 1, 20_000)
}

/** The highest value of a measure until the promise settles. */
async function highest(measure: () => Promise<number>, lasting: Promise<unknown>): Promise<number> {
  let over = false
  const end = lasting.finally(() => {
    over = true
  })
  let peak = await measure()
  while (!over) {
    peak = Math.max(peak, await measure())
    await Promise.race([end, setTimeout(200)])
  }
  await end
  return peak
}

/**
 * A client that reads 200 KB a second for more than a minute, directly and through nginx with our configuration.
 * `times` speeds up the client and every timeout of nginx.
 */
export async function expectAllOfItSlowly(times: number): Promise<void> {
  const { desk, done, address, path } = await readyExport(13)
  const rate = SLOW_BYTES_PER_SECOND * times
  expect(done.bytes / rate).toBeGreaterThan(SLOW_SECONDS / times)
  const { port } = await startNginx(hurriedConfig(times), address)
  const before = await desk.rss()
  const downloads = Promise.all([
    takeSlowly(desk, desk.origin + path, { http: '--http1.1', rate }),
    takeSlowly(desk, `https://127.0.0.1:${port}${path}`, { http: '--http1.1', rate }),
    takeSlowly(desk, `https://127.0.0.1:${port}${path}`, { http: '--http2', rate }),
  ])
  const growth = await highest(async () => (await desk.rss()) - before, downloads)
  const whole = readFileSync((await curl(desk, desk.origin + path)).file)
  for (const { code, bytes } of await downloads) {
    expect([code, bytes.length]).toEqual([0, done.bytes])
    expect(bytes.equals(whole)).toBe(true)
  }
  expect(growth).toBeLessThan(64 * PHOTO_BYTES)
  await expectNothingHeld(desk)
}
