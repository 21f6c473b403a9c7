import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import {
  ended,
  openArchive,
  paused,
  readExport,
  resumeAfterStart,
  startExport,
} from '#tests/support/exports.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const PEOPLE = 36
const DAY_MS = 24 * 60 * 60_000

/** Sets the desk's clock days ahead of the disk's, so that all files look old. */
function moveClock(): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 9 * DAY_MS, shouldAdvanceTime: true })
  onTestFinished(() => void vi.useRealTimers())
}

/** Runs a sweep that considers everything too old and too large. */
async function sweepAll(): Promise<void> {
  const { sweep } = await import('#lib/photo-store/photo-eviction.ts')
  const { photoFolder } = await import('#lib/photo-store/photo-store.ts')
  await sweep(photoFolder(), { photoStoreMaxBytes: 0, photoStoreMs: 0 })
}

/** Runs one sweep after the other until the returned function is called. */
function sweepAgainAndAgain(): () => Promise<void> {
  let stopped = false
  const running = (async () => {
    for (; !stopped; await sleep(20)) await sweepAll()
  })()
  return () => {
    stopped = true
    return running
  }
}

test.each([
  ['as the service gives them', {}],
  ['made for a receiving system', { target: 'microsoft-365', size: 'auto' as const }],
])('no sweep deletes photos that an export needs while it is prepared and delivered: %s', async (_, wish) => {
  moveClock()
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const stopSweeping = sweepAgainAndAgain()
  const done = await ended(viewer, await startExport(viewer, PROJECT, wish))
  expect(done).toMatchObject({ state: 'ready', done: PEOPLE, failed: 0, problems: [] })
  const answer = await viewer.call('GET', `/api/exports/${done.id}/archive`)
  const files = await readWithJsZip(Buffer.from(await answer.arrayBuffer()))
  await stopSweeping()
  const report = files.find(({ name }) => name === 'report.csv')?.bytes.toString() ?? ''
  const included = readCsv(report.replace(/^\ufeff/, '')).filter(([result]) => result === 'included')
  expect(new Set(included.map(row => row[5])).size).toBe(PEOPLE)
  for (const [, name] of included) expect(files.map(file => file.name)).toContain(name)
  const fetched = (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
  expect(fetched).toHaveLength(PEOPLE)
})

const photoCalls = async ({ service }: Desk) =>
  (await service.journal()).filter(({ status, path }) => status === 200 && path.includes('/photo'))

/** Turns off the short pins, so that only long-term keepers hold a photo. */
function lendNothing(): void {
  vi.doMock('#lib/photo-store/photo-pins.ts', async original => ({
    ...(await original<typeof import('#lib/photo-store/photo-pins.ts')>()),
    lendPhoto() {},
  }))
  onTestFinished(() => void vi.doUnmock('#lib/photo-store/photo-pins.ts'))
}

test('a sweep may delete photos of a cancelled export', async () => {
  lendNothing()
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const answer = { kind: 'status', status: 401, body: {} } as const
  await desk.service.fault({ path: '/employees/*/photo', skip: 10, times: 999, answer })
  const { id } = await paused(viewer, await startExport(viewer, PROJECT))
  const [{ EXPORTS }, { findHeldJob }] = await Promise.all([
    import('#lib/exports/prepare/export-job.ts'),
    import('#lib/jobs/job.ts'),
  ])
  const { isPinned } = await import('#lib/photo-store/photo-pins.ts')
  const paths = [...(findHeldJob(EXPORTS, id)?.pins.keys() ?? [])]
  expect([paths.length, paths.filter(isPinned).length]).toEqual([10, 10])
  await viewer.json('DELETE', `/api/exports/${id}`)
  await until('it has ended', () => !findHeldJob(EXPORTS, id))
  expect(paths.filter(isPinned)).toEqual([])
})

test('photos of an export stay for its download, also without a short pin', async () => {
  lendNothing()
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const done = await ended(viewer, await startExport(viewer, PROJECT))
  await sweepAll()
  expect((await openArchive(viewer, done)).files.size).toBe(PEOPLE + 2)
  expect(await photoCalls(desk)).toHaveLength(PEOPLE)
})

test('a sweep leaves the photos that a browser is reading, also long after the export', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const done = await ended(viewer, await startExport(viewer, PROJECT))
  // A new process holds no pins yet.
  restart()
  const answer = await viewer.call('GET', `/api/exports/${done.id}/archive`)
  await sweepAll()
  expect(await readWithJsZip(Buffer.from(await answer.arrayBuffer()))).toHaveLength(PEOPLE + 2)
})

test('a sweep after a restart leaves what the export had fetched before', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const answer = { kind: 'status', status: 401, body: {} } as const
  await desk.service.fault({ path: '/employees/*/photo', skip: 10, times: 999, answer })
  const { id } = await paused(viewer, await startExport(viewer, PROJECT))
  const { stopJobs } = await import('#lib/jobs/resume.ts')
  stopJobs()
  restart()
  await resumeAfterStart()
  const again = await paused(viewer, await readExport(viewer, id))
  await sweepAll()
  await desk.service.portal('DELETE', '/faults')
  await viewer.json('POST', `/api/exports/${id}/resume`)
  const done = await ended(viewer, again)
  expect((await openArchive(viewer, done)).files.size).toBe(PEOPLE + 2)
  expect(await photoCalls(desk)).toHaveLength(PEOPLE)
})
