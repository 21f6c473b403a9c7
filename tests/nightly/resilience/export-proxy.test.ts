import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { DeskProcess } from '#tests/support/desk-process.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { defaultConfig, hurriedConfig, NGINX, shippedConfig, startNginx } from '#tests/support/nginx.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import {
  curl,
  expectAllOfItSlowly,
  expectNothingHeld,
  PEOPLE,
  PHOTO_BYTES,
  readyExport,
} from '#tests/support/resilience/proxied-export.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

/** curl: "transferred a partial file", and "stream was not closed cleanly" with HTTP/2. */
const BROKEN_OFF = { '--http1.1': 18, '--http2': 92 } as const

/** Runs a curl that reads so many bytes and leaves. */
async function leave(desk: DeskProcess, url: string, { http, bytes }: { http: string; bytes: number }) {
  const headers = Object.entries(desk.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`])
  const curl = spawn('curl', ['-skN', http, ...headers, url], { stdio: ['ignore', 'pipe', 'ignore'] })
  const gone = once(curl, 'exit')
  let taken = 0
  for await (const chunk of curl.stdout) {
    taken += chunk.length
    if (taken >= bytes) break
  }
  expect(taken).toBeGreaterThanOrEqual(bytes)
  await gone
}

/** Changes one byte of a stored photo as a failing disk does: length, times and inode stay the same. */
function rotPhoto(dataDir: string, number: number): void {
  const path = storedPhotos(dataDir)[number] ?? ''
  const bytes = readFileSync(path)
  const { mtime } = statSync(path)
  bytes[bytes.length - 1000] = (bytes[bytes.length - 1000] ?? 0) ^ 1
  writeFileSync(path, bytes)
  utimesSync(path, mtime, mtime)
}

/** Rounds times to whole seconds, which can be restored exactly. */
function roundTimes(dataDir: string): void {
  const then = new Date(Math.floor(Date.now() / 1000) * 1000 - 60_000)
  for (const path of storedPhotos(dataDir)) utimesSync(path, then, then)
}

function storedPhotos(dataDir: string): string[] {
  const names = readdirSync(join(dataDir, 'photos'), { recursive: true, encoding: 'utf8' })
  const employeeOf = (name: string) => Number(name.split('/').at(-2))
  return names
    .filter(name => name.endsWith('.jpg'))
    .sort((a, b) => employeeOf(a) - employeeOf(b))
    .map(name => join(dataDir, 'photos', name))
}

/** A machine without nginx has nothing to test here; a skipped test would count as failed. */
function describeNginx(name: string, tests: () => void): void {
  if (NGINX !== null) describe(name, tests)
  else leaveOut(`an archive ${name}`, 'nginx')
}

describeNginx(`through nginx ${NGINX} with the configuration that we ship`, () => {
  test.each(Object.entries(BROKEN_OFF))(
    'an archive passes through nginx whole, and an interrupted one is noticed: curl %s',
    async (http, brokenOff) => {
      const { desk, done, dataDir, address, path } = await readyExport()
      const { port } = await startNginx(shippedConfig, address)
      const url = `https://127.0.0.1:${port}${path}`
      roundTimes(dataDir)
      const whole = await curl(desk, url, http)
      expect([whole.code, whole.status, statSync(whole.file).size]).toEqual([0, 200, done.bytes])
      expect(await readWithJsZip(readFileSync(whole.file))).toHaveLength(PEOPLE + 2)
      for (const number of [0, Math.floor(PEOPLE / 2), PEOPLE - 1]) {
        rotPhoto(dataDir, number)
        const broken = await curl(desk, url, http)
        expect([broken.code, broken.status], `photo ${number}`).toEqual([brokenOff, 200])
        expect(statSync(broken.file).size).toBeLessThan(done.bytes)
        // The desk has noticed the damage and fetches the photo again, so that the next download is whole.
        const healed = await curl(desk, url, http)
        expect([healed.code, statSync(healed.file).size]).toEqual([0, done.bytes])
        expect(readFileSync(healed.file).equals(readFileSync(whole.file))).toBe(true)
      }
    },
  )

  test('an interrupted download through nginx resumes: curl -C -', async () => {
    const { desk, done, address, path } = await readyExport()
    const { port } = await startNginx(shippedConfig, address)
    const whole = await curl(desk, desk.origin + path)
    const part = join(createTempFolder(), 'part.zip')
    writeFileSync(part, readFileSync(whole.file).subarray(0, 5_000_001))
    const rest = await curl(desk, `https://127.0.0.1:${port}${path}`, '-C', '-', '-o', part)
    expect([rest.code, rest.status]).toEqual([0, 206])
    expect(statSync(part).size).toBe(done.bytes)
    expect(readFileSync(part).equals(readFileSync(whole.file))).toBe(true)
  })

  test('nginx serves a slow client everything beyond its timeouts, and the desk buffers nothing', () =>
    expectAllOfItSlowly(15))

  test('clients that leave at 1, 50 and 99 % leave nothing behind, and the next gets everything', async () => {
    const { desk, done, address, path } = await readyExport()
    const { port } = await startNginx(hurriedConfig(15), address)
    const url = `https://127.0.0.1:${port}${path}`
    await leave(desk, url, { http: '--http1.1', bytes: done.bytes / 2 })
    const before = await desk.rss()
    for (const http of Object.keys(BROKEN_OFF))
      for (const percent of [1, 50, 99, 1, 50, 99])
        await leave(desk, url, { http, bytes: (done.bytes * percent) / 100 })
    await expectNothingHeld(desk)
    expect((await desk.rss()) - before).toBeLessThan(64 * PHOTO_BYTES)
    const whole = await curl(desk, url)
    expect([whole.code, statSync(whole.file).size]).toEqual([0, done.bytes])
  })
})

describeNginx('through nginx with its defaults of old, HTTP/1.0', () => {
  test('an archive over HTTP/1.0 through nginx is refused with 505 instead of cut', async () => {
    const { desk, address, path } = await readyExport()
    const { port } = await startNginx(defaultConfig, address)
    const refused = await curl(desk, `http://127.0.0.1:${port}${path}`)
    const isOld = spawnSync('nginx', ['-v'], { encoding: 'utf8' }).stderr.includes('nginx/1.2')
    expect([refused.code, refused.status]).toEqual([0, isOld ? 505 : 200])
    const forged = await curl(desk, `http://127.0.0.1:${port}${path}`, '-H', 'x-desk-http-version: 1.1')
    expect(forged.status).toBe(isOld ? 505 : 200)
  })
})

test('a curl that speaks HTTP/1.0 itself is refused with 505', async () => {
  const { desk, path } = await readyExport()
  expect((await curl(desk, desk.origin + path, '--http1.0')).status).toBe(505)
})
