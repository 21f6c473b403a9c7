import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import { type PhotoService, startPhotoService } from '#tests/support/photo-service.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const PEOPLE = 40
const MIB = 1024 * 1024

async function startService(options: Parameters<typeof startPhotoService>[0]): Promise<PhotoService> {
  const service = await startPhotoService(options)
  onTestFinished(() => service.stop())
  return service
}

async function startDesk(
  serviceUrl: string,
  dataDir = createTempFolder(),
  env: Record<string, string> = {},
): Promise<DeskProcess> {
  const desk = await startDeskProcess({ dataDir, serviceUrl, env })
  onTestFinished(() => desk.stop())
  return desk
}

async function readyExport({
  photoBytes = MIB,
  env = {},
}: {
  photoBytes?: number
  env?: Record<string, string>
} = {}) {
  const service = await startService({ people: PEOPLE, photoBytes })
  const desk = await startDesk(service.baseUrl, createTempFolder(), env)
  const { id } = await desk.start()
  return { service, desk, done: await desk.ready(id) }
}

async function download(desk: DeskProcess, id: string, headers: Record<string, string> = {}) {
  const answer = await fetch(desk.archiveUrl(id), { headers: { ...desk.headers, ...headers } })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

/** Expects every photo of the archive, byte for byte. */
async function expectComplete(service: PhotoService, archive: Buffer): Promise<void> {
  const files = new Map((await readWithJsZip(archive)).map(({ name, bytes }) => [name, bytes]))
  expect(files.size).toBe(PEOPLE + 2)
  for (let id = 1; id <= PEOPLE; id += 1) {
    const name = `${String(id).padStart(6, '0')}.jpg`
    expect(files.get(name)?.equals(service.photoOf(id)), name).toBe(true)
  }
}

test('a client that leaves at 1, 50 or 99 % leaves no open file, and the next gets everything', async () => {
  const { service, desk, done } = await readyExport()
  for (const percent of [1, 50, 99]) {
    const stopAt = Math.floor((done.bytes * percent) / 100)
    for (let round = 0; round < 5; round += 1) await leaveAt(desk, done.id, stopAt)
    await until('no photo is open', () => (desk.openFiles() ?? 0) === 0)
    await expectComplete(service, (await download(desk, done.id)).bytes)
  }
})

test('a slow client makes the desk read only a few chunks ahead', async () => {
  const { desk, done } = await readyExport()
  const before = await desk.rss()
  const answer = await open(desk, done.id)
  answer.pause()
  await until('a file is being read', () => (desk.openFiles() ?? 1) > 0)
  expect(desk.openFiles() ?? 1).toBeLessThanOrEqual(1)
  expect((await desk.rss()) - before).toBeLessThan(24 * MIB)
  answer.destroy()
  await until('no photo is open', () => (desk.openFiles() ?? 0) === 0)
})

test('a stopping desk serves a client that reads, but waits a limited time for one that does not', async () => {
  const { desk, done } = await readyExport({ photoBytes: 2 * MIB, env: { STOP_SECONDS: '5' } })
  const answer = await open(desk, done.id)
  answer.on('error', () => {}).pause()
  const closed = new Promise(resolve => answer.once('close', resolve))
  const stopped = desk.stop('SIGTERM')
  await until('nobody else is let in', () => open(desk, done.id).then(leave, () => true))
  // More bytes than the sockets held at the signal; they grow while the client reads, but not to the size of the rest.
  await take(answer, 20 * MIB)
  await stopped
  answer.resume()
  await closed
  expect(answer.complete).toBe(false)
})

test('an interrupted download resumes after a restart of the desk, and is right as a whole', async () => {
  const service = await startService({ people: PEOPLE, photoBytes: MIB })
  const dataDir = createTempFolder()
  const first = await startDesk(service.baseUrl, dataDir)
  const { id } = await first.start()
  const done = await first.ready(id)
  const { bytes, headers } = await download(first, id)
  await first.stop('SIGKILL')
  const second = await startDesk(service.baseUrl, dataDir)
  const cut = Math.floor(done.bytes / 3)
  const rest = await download(second, id, {
    range: `bytes=${cut}-`,
    'if-range': headers.get('etag') ?? '',
  })
  expect(rest.status).toBe(206)
  const joined = Buffer.concat([bytes.subarray(0, cut), rest.bytes])
  expect(joined.equals(bytes)).toBe(true)
  await expectComplete(service, joined)
  expect(service.asked).toHaveLength(PEOPLE)
})

test('a target with 150 photos per archive gets complete parts that together hold everybody', async () => {
  const people = 160
  const service = await startService({ people, photoBytes: 2000 })
  const desk = await startDesk(service.baseUrl)
  const { id } = await desk.start({ target: 'lucca', size: 'auto' })
  const done = await desk.ready(id)
  expect(done.parts.reduce((sum, { photos }) => sum + photos, 0)).toBe(people)
  expect(done.parts.map(({ file_name }) => file_name)).toEqual(
    [1, 2].map(number => expect.stringMatching(new RegExp(`_${number}-of-2\\.zip$`))),
  )
  const names = new Set<string>()
  for (const [index, part] of done.parts.entries()) {
    const answer = await fetch(desk.archiveUrl(id, index + 1), { headers: desk.headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(bytes.length).toBe(part.bytes)
    const files = await readWithJsZip(bytes)
    expect(files.some(({ name }) => name === 'report.csv')).toBe(true)
    expect(files.length).toBeLessThanOrEqual(150)
    for (const { name } of files) if (/\.(?:jpe?g|png)$/.test(name)) names.add(name)
  }
  expect(names.size).toBe(people)
})

test('a short export beside a long one gets every second call, and ends long before it', async () => {
  const service = await startService({ people: 236, photoBytes: 2000 })
  const limit = { PORTRAIT_API_LIMIT: '20', PORTRAIT_API_WINDOW_MS: '400' }
  const desk = await startDesk(service.baseUrl, createTempFolder(), limit)
  const everybody = Array.from({ length: 236 }, (_, index) => index + 1)
  const short = new Set(everybody.slice(0, 36))
  const start = (employee_ids: number[]) => desk.start({ scope: { kind: 'people', employee_ids } })
  const { id } = await start(everybody.slice(36))
  await until('the long one is under way', () => service.asked.length > 0)
  await desk.ready((await start([...short])).id)
  const order = service.asked.map(employee => short.has(employee))
  const together = order.slice(order.indexOf(true), order.lastIndexOf(true) + 1)
  const others = together.filter(isShort => !isShort).length
  expect(Math.abs(others - short.size)).toBeLessThanOrEqual(2 * PHOTOS_IN_FLIGHT)
  await desk.ask('DELETE', `/api/exports/${id}`)
})

function open(desk: DeskProcess, id: string): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(desk.archiveUrl(id), { headers: desk.headers, agent: false }, resolve).once('error', reject)
  return promise
}

function leave(answer: IncomingMessage): false {
  answer.on('error', () => {}).destroy()
  return false
}

/** Reads so many bytes, and then nothing more. */
async function take(answer: IncomingMessage, bytes: number): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let taken = 0
  answer.once('close', () => reject(new Error(`The download has ended after ${taken} bytes.`)))
  const count = (chunk: Buffer) => {
    taken += chunk.length
    if (taken < bytes) return
    answer.off('data', count).pause()
    resolve()
  }
  answer.on('data', count).resume()
  await promise
}

async function leaveAt(desk: DeskProcess, id: string, stopAt: number): Promise<void> {
  const answer = await open(desk, id)
  answer.on('error', () => {})
  let received = 0
  answer.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received >= stopAt) answer.destroy()
  })
  await once(answer, 'close')
  expect(received).toBeLessThan(
    answer.headers['content-length'] ? Number(answer.headers['content-length']) : 0,
  )
}
