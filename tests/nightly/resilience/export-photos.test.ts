import { once } from 'node:events'
import { get } from 'node:http'
import { expect, onTestFinished, test } from 'vitest'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { BROKEN_PHOTOS } from '#tests/support/broken-photos.ts'
import { readCsv } from '#tests/support/csv.ts'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { SMALL } from '#tests/support/exports.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { IS_NIGHT } from '#tests/support/night.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import { type PhotoSandbox, startPhotoSandbox } from '#tests/support/photo-sandbox.ts'
import { createSmallDisk } from '#tests/support/small-disk.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

/** Time to draw 700 portraits for the first time on a new machine. */
const DRAWING_MS = 150_000
const TEST_MS = 240_000
/** All people of the project at night. */
const PEOPLE = IS_NIGHT ? 700 : 200
const MIB = 1024 * 1024
/** Percentages at which clients leave. The last bytes of a small archive come at once. */
const PERCENTS = [1, 50, IS_NIGHT ? 99 : 95]

const peopleOf = async (sandbox: PhotoSandbox) => (await sandbox.people(LARGE_PROJECT.id)).slice(0, PEOPLE)

/** Requests everybody in the smallest size. */
async function ofAll(sandbox: PhotoSandbox) {
  const wish = { project_id: LARGE_PROJECT.id, size: SMALL, variant: 'standard' } as const
  if (IS_NIGHT) return wish
  const employee_ids = (await peopleOf(sandbox)).map(({ id }) => id)
  return { ...wish, scope: { kind: 'people', employee_ids } as const }
}

async function startDesk(
  { serviceUrl }: PhotoSandbox,
  { key, dataDir = createTempFolder() }: { key: string; dataDir?: string },
): Promise<DeskProcess> {
  const desk = await startDeskProcess({ dataDir, serviceUrl, env: { PORTRAIT_API_KEY: key } })
  onTestFinished(() => desk.stop())
  return desk
}

const reached = (desk: DeskProcess, id: string, photos: number) =>
  until(`${photos} photos`, async () => (await desk.read(id)).done >= photos, DRAWING_MS)
const isPaused = (desk: DeskProcess, id: string) =>
  until(
    'it is paused',
    async () => {
      const now = await desk.read(id)
      return now.state === 'paused' && now
    },
    DRAWING_MS,
  )

async function filesOf(desk: DeskProcess, id: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(desk.archiveUrl(id), { headers: desk.headers })
  const files = await readWithJsZip(Buffer.from(await answer.arrayBuffer()))
  return new Map(files.map(({ name, bytes }) => [name, bytes]))
}

const readReport = (files: Map<string, Buffer>) =>
  readCsv((files.get('report.csv') ?? '').toString().replace(/^\ufeff/, '')).slice(1)

/** The report guards names that a spreadsheet would calculate. */
const fileOf = (files: Map<string, Buffer>, name: string) =>
  files.get(name) ?? files.get(name.replace(/^'/, ''))

/** Expects everybody's photo as the service gives it, except missing ones; a plain number is the file's name. */
async function expectPhotos(sandbox: PhotoSandbox, files: Map<string, Buffer>, missing = new Set<number>()) {
  expect(files.size).toBe(PEOPLE - missing.size + 2)
  const names = new Map(readReport(files).map(line => [Number(line[5]), line[1] ?? '']))
  for (const { id, mitarbeiternummer } of await peopleOf(sandbox)) {
    const name = names.get(id) ?? ''
    if (missing.has(id)) expect(name, mitarbeiternummer).toBe('')
    else expect(fileOf(files, name)?.equals(await sandbox.photo(id, SMALL)), mitarbeiternummer).toBe(true)
    if (name !== '' && /^\d{4,}$/.test(mitarbeiternummer)) expect(name).toBe(`${mitarbeiternummer}.jpg`)
  }
}

async function expectNothingLeaks(sandbox: PhotoSandbox, desk: DeskProcess): Promise<void> {
  await until('no call is open', async () => (await sandbox.openCalls()) === 0)
  await until('no photo is open', () => (desk.openFiles() ?? 0) === 0)
}

async function leaveAt(desk: DeskProcess, id: string, stopAt: number): Promise<void> {
  const request = get(desk.archiveUrl(id), { headers: desk.headers, agent: false })
  const [answer] = await once(request, 'response')
  answer.on('error', () => {})
  let received = 0
  answer.on('data', (chunk: Buffer) => {
    received += chunk.length
    if (received >= stopAt) answer.destroy()
  })
  await once(answer, 'close')
  expect(answer.complete).toBe(false)
}

test(
  'an export with seven broken portraits gets all others whole and leaks nothing',
  async () => {
    const sandbox = await startPhotoSandbox()
    const desk = await startDesk(sandbox, await sandbox.createKey('Desk'))
    const people = await peopleOf(sandbox)
    const reasons = new Map<string, string>()
    for (const [index, { answer, code }] of BROKEN_PHOTOS.entries()) {
      const victim = people[Math.floor((index * PEOPLE) / BROKEN_PHOTOS.length) + 7]
      reasons.set(String(victim?.id), code)
      await sandbox.fault({ path: `/employees/${victim?.id}/photo`, times: 99, answer })
    }
    const { id } = await desk.start(await ofAll(sandbox))
    const done = await desk.ready(id, DRAWING_MS)
    expect(done).toMatchObject({
      total: PEOPLE,
      done: PEOPLE - BROKEN_PHOTOS.length,
      failed: BROKEN_PHOTOS.length,
    })
    await expectNothingLeaks(sandbox, desk)
    const files = await filesOf(desk, id)
    await expectPhotos(sandbox, files, new Set([...reasons.keys()].map(Number)))
    const report = readCsv((files.get('report.csv') ?? '').toString().replace(/^\ufeff/, '')).slice(1)
    const missing = report.filter(([result]) => result === 'missing')
    expect(new Map(missing.map(line => [line[5] ?? '', line[10] ?? '']))).toEqual(reasons)

    const leave = async (percents: number[]) => {
      for (const percent of percents) await leaveAt(desk, id, Math.floor((done.bytes * percent) / 100))
    }
    // The first round warms the memory that every later one reuses.
    await leave(PERCENTS)
    const before = await desk.rss()
    for (let round = 0; round < 5; round += 1) await leave(PERCENTS)
    await expectNothingLeaks(sandbox, desk)
    expect((await desk.rss()) - before).toBeLessThan(64 * MIB)
    expect(await filesOf(desk, id)).toEqual(files)
  },
  TEST_MS,
)

test(
  'a key revoked at 50 % pauses the export, and another key completes it without a repeat',
  async () => {
    const sandbox = await startPhotoSandbox()
    const dataDir = createTempFolder()
    const old = await sandbox.createKey('Old')
    const first = await startDesk(sandbox, { key: old.key, dataDir })
    await sandbox.holdAfter(PEOPLE / 2)
    const { id } = await first.start(await ofAll(sandbox))
    await reached(first, id, PEOPLE / 2)
    await sandbox.revokeKey(old.id)
    await sandbox.letGo()
    const pause = await isPaused(first, id)
    expect(pause).toMatchObject({ pause_reason: 'key_rejected', failed: 0 })
    expect(pause.done).toBeLessThan(PEOPLE)
    expect((await fetch(first.archiveUrl(id), { headers: first.headers })).status).toBe(409)
    await expectNothingLeaks(sandbox, first)
    await first.stop('SIGTERM')
    const second = await startDesk(sandbox, { key: (await sandbox.createKey('New')).key, dataDir })
    const done = await second.ready(id, DRAWING_MS)
    expect(done).toMatchObject({ done: PEOPLE, failed: 0 })
    await expectPhotos(sandbox, await filesOf(second, id))
    const came = (await sandbox.photoCalls()).filter(({ status }) => status === 200)
    expect(came).toHaveLength(PEOPLE)
  },
  TEST_MS,
)

test(
  'a desk killed at 30 % resumes the export, and repeats only the calls in flight',
  async () => {
    const sandbox = await startPhotoSandbox()
    const dataDir = createTempFolder()
    const { key } = await sandbox.createKey('Desk')
    const first = await startDesk(sandbox, { key, dataDir })
    await sandbox.holdAfter(PEOPLE * 0.3)
    const { id } = await first.start(await ofAll(sandbox))
    await reached(first, id, PEOPLE * 0.3)
    await first.stop('SIGKILL')
    await sandbox.letGo()
    expect((await sandbox.photoCalls()).length).toBeLessThan(PEOPLE)
    const second = await startDesk(sandbox, { key, dataDir })
    const done = await second.ready(id, DRAWING_MS)
    expect(done).toMatchObject({ done: PEOPLE, failed: 0 })
    await expectPhotos(sandbox, await filesOf(second, id))
    expect((await sandbox.photoCalls()).length).toBeLessThanOrEqual(PEOPLE + PHOTOS_IN_FLIGHT)
    await expectNothingLeaks(sandbox, second)
  },
  TEST_MS,
)

test(
  'a full disk pauses the export, and it completes once there is room',
  async () => {
    // The desk reserves 64 MiB.
    const disk = createSmallDisk(64 + (IS_NIGHT ? 6 : 3))
    // Without the right to mount a disk, export-disk.test.ts is the substitute, with a disk that only claims to be
    // full.
    if (!disk) return leaveOut('a disk that is really full', 'the right to mount one')
    const sandbox = await startPhotoSandbox()
    const { key } = await sandbox.createKey('Desk')
    const desk = await startDesk(sandbox, { key, dataDir: disk.path })
    const { id } = await desk.start(await ofAll(sandbox))
    const pause = await isPaused(desk, id)
    expect(pause).toMatchObject({ pause_reason: 'disk_full', failed: 0 })
    expect(pause.done).toBeLessThan(PEOPLE)
    await expectNothingLeaks(sandbox, desk)
    disk.resize(512)
    await desk.resume(id)
    expect(await desk.ready(id, DRAWING_MS)).toMatchObject({ done: PEOPLE, failed: 0 })
    await expectPhotos(sandbox, await filesOf(desk, id))
  },
  TEST_MS,
)
