import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Activity } from '#lib/contracts/activity.ts'
import type { ExportChanges, ExportPlanResponse } from '#lib/exports/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { CANARY_KEY, type Desk, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, paused, peopleScope, readExport, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { restart } from '#tests/support/restart.ts'

const PROJECT = COMPLETED_PROJECT.id
const PEOPLE = 8
const WEB = { index: 0, label: 'Intranet', width: 600, height: 800 }
const BADGE = { label: 'Badge', width: 300, height: 300 }
const BADGE_NOW = { index: 0, ...BADGE }

const setSizes = (desk: Desk, sizes: unknown[]) => desk.service.portal('PUT', '/image-sizes', { sizes })

async function open() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, PEOPLE)
  const scope = peopleScope(people.map(({ id }) => id))
  const prepare = async (size: number | null = 0) =>
    ended(viewer, await startExport(viewer, PROJECT, { ...scope, size }))
  return { desk, viewer, people, scope, prepare }
}

/** The distinct pixel sizes of the photos in an archive. */
async function pixelsIn(files: Map<string, Buffer>): Promise<string[]> {
  const photos = [...files].filter(([name]) => name.endsWith('.jpg'))
  const sizes = photos.map(async ([, bytes]) => {
    const { width, height } = await sharp(bytes).metadata()
    return `${width}x${height}`
  })
  return [...new Set(await Promise.all(sizes))]
}

const textOf = (files: Map<string, Buffer>, name: string) => (files.get(name) ?? '').toString()

/** An export of the first size that stops after three photos, because the service fails. */
async function stopped() {
  const before = await open()
  const { desk, viewer, scope } = before
  const answer = { kind: 'status', status: 401, body: {} } as const
  await desk.service.fault({ path: '/employees/*/photo', skip: 3, times: 999, answer })
  const pause = await paused(viewer, await startExport(viewer, PROJECT, { ...scope, size: 0 }))
  const goOn = async () => {
    await desk.service.portal('DELETE', '/faults')
    await viewer.json('POST', `/api/exports/${pause.id}/resume`)
    return ended(viewer, pause)
  }
  return { ...before, goOn, pause }
}

describe('an export whose size has changed at the service', () => {
  test('an export holds photos of the current size, also when the desk stores earlier ones', async () => {
    const { desk, viewer, prepare } = await open()
    const first = await prepare()
    expect(await pixelsIn((await openArchive(viewer, first)).files)).toEqual(['600x800'])
    await setSizes(desk, [BADGE])
    const second = await prepare()
    expect(second).toMatchObject({ done: PEOPLE, problems: [], image_size: { ...BADGE_NOW, before: null } })
    expect(await pixelsIn((await openArchive(viewer, second)).files)).toEqual(['300x300'])
    expect(await readExport(viewer, first.id)).toMatchObject({ image_size: { ...WEB, before: null } })
  })

  test('an export whose size changes holds photos of one size, and names the earlier size', async () => {
    const { desk, viewer, goOn } = await stopped()
    await setSizes(desk, [BADGE])
    const done = await goOn()
    expect(done).toMatchObject({ state: 'ready', done: PEOPLE, problems: [] })
    expect(done.image_size).toEqual({ ...BADGE_NOW, before: WEB })
    const { files } = await openArchive(viewer, done)
    expect(await pixelsIn(files)).toEqual(['300x300'])
    const report = textOf(files, 'report.html')
    expect(report).toContain('Badge, 300 × 300\u00a0px')
    expect(report).toContain('It was Intranet, 600 × 800\u00a0px then')
  })

  test('a new label just before the end of an export counts as another size', async () => {
    const { desk, goOn } = await stopped()
    await setSizes(desk, [{ ...WEB, label: 'Portal' }])
    const done = await goOn()
    expect(done).toMatchObject({ state: 'ready', done: PEOPLE, image_size: { label: 'Portal', before: WEB } })
  })

  test('an export whose size is deleted keeps the fetched photos; the others are unknown_size', async () => {
    const { desk, goOn } = await stopped()
    await setSizes(desk, [])
    const done = await goOn()
    expect(done).toMatchObject({ state: 'ready', done: 3, failed: PEOPLE - 3 })
    expect(new Set(done.problems.map(({ code }) => code))).toEqual(new Set(['unknown_size']))
  })

  test('an export is ready although its size is deleted after the last photo', async () => {
    const { desk, viewer, scope } = await open()
    const answer = { kind: 'status', status: 200, body: { data: [] } } as const
    await desk.service.fault({ path: '/image-sizes', skip: 1, times: 99, answer })
    const done = await ended(viewer, await startExport(viewer, PROJECT, { ...scope, size: 0 }))
    expect(done).toMatchObject({ state: 'ready', done: PEOPLE, image_size: { ...WEB, before: null } })
  })

  test('a ready export that lost a file is made again in the current size', async () => {
    const { desk, viewer, prepare } = await open()
    const done = await prepare()
    await setSizes(desk, [BADGE])
    const photos = join(desk.dataDir, 'photos')
    const [file = ''] = readdirSync(photos, { recursive: true, encoding: 'utf8' }).filter(name =>
      name.endsWith('.jpg'),
    )
    rmSync(join(photos, file))
    expect(await pixelsIn((await openArchive(viewer, done)).files)).toEqual(['300x300'])
    expect(await readExport(viewer, done.id)).toMatchObject({ image_size: { ...BADGE_NOW, before: WEB } })
    const { body } = await (await desk.signIn('admin')).json<{ data: Activity[] }>('GET', '/api/activity')
    expect(body.data[0]).toMatchObject({ action: 'export_downloaded', details: { size: BADGE_NOW } })
  })

  test('an export stored with the index of its size alone resumes with photos of one size', async () => {
    const { viewer, goOn, pause } = await stopped()
    const { getExportStore } = await import('#lib/store/export-store.ts')
    const store = getExportStore()
    const unknown = { index: 0, label: '', width: 0, height: 0 }
    const entries = (await store.entries(pause.id)).map(entry => ({ ...entry, size: unknown, pixels: null }))
    await store.savePlan(pause.id, entries, { size: null })
    const { stopJobs } = await import('#lib/jobs/resume.ts')
    stopJobs()
    restart()
    const done = await goOn()
    expect(done).toMatchObject({
      state: 'ready',
      done: PEOPLE,
      failed: 0,
      image_size: { ...WEB, before: null },
    })
    expect(await pixelsIn((await openArchive(viewer, done)).files)).toEqual(['600x800'])
  })

  test('a deleted size fails no archive that only loses a person: the others are there', async () => {
    const { desk, viewer, people, prepare } = await open()
    const done = await prepare()
    await setSizes(desk, [])
    const [first] = people
    await desk.service.portal('POST', `/employees/${first?.id}/retake`, {})
    const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
    await connectWithKey(CANARY_KEY).getEmployee(first?.id ?? 0, { fresh: true })
    await viewer.json('POST', `/api/exports/${done.id}/resume`)
    expect(await ended(viewer, done)).toMatchObject({ state: 'ready', done: PEOPLE - 1, failed: 1 })
  })

  test('a deleted size costs the photo of the person who has a new one, and no other', async () => {
    const { desk, viewer, people, prepare } = await open()
    const done = await prepare()
    await setSizes(desk, [])
    for (const step of ['retake', 'upload', 'edit', 'approve'])
      await desk.service.portal('POST', `/employees/${people[0]?.id}/${step}`, {})
    restart()
    const { files } = await openArchive(viewer, done)
    expect(files.size).toBe(PEOPLE - 1 + 2)
    expect(await readExport(viewer, done.id)).toMatchObject({
      state: 'ready',
      done: PEOPLE - 1,
      problems: [expect.objectContaining({ employee_id: people[0]?.id, code: 'unknown_size' })],
    })
  })

  test('an export cannot begin when its size is deleted', async () => {
    const { desk, viewer, scope } = await open()
    await setSizes(desk, [])
    const body = { project_id: PROJECT, variant: 'standard', size: 0, ...scope }
    for (const path of ['/api/exports', '/api/exports/plan'])
      expect(await viewer.json('POST', path, { body })).toMatchObject({
        status: 404,
        body: { code: 'unknown_size' },
      })
  })

  test('the plan does not count photos of the earlier size as stored', async () => {
    const { desk, viewer, scope, prepare } = await open()
    await prepare()
    const body = { project_id: PROJECT, variant: 'standard', size: 0, ...scope }
    const calls = async () =>
      (await viewer.json<{ data: ExportPlanResponse }>('POST', '/api/exports/plan', { body })).body.data.calls
    expect(await calls()).toBe(0)
    await setSizes(desk, [BADGE])
    const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
    await connectWithKey(CANARY_KEY).listImageSizes({ fresh: true })
    expect(await calls()).toBe(PEOPLE)
  })
})

test('a service that changes the size at each call ends the export, which says why', async () => {
  const { desk, viewer, scope } = await open()
  for (let width = 1; width <= 40; width += 1)
    await desk.service.fault({
      path: '/image-sizes',
      answer: { kind: 'status', status: 200, body: { data: [{ ...WEB, width }] } },
    })
  const done = await ended(viewer, await startExport(viewer, PROJECT, { ...scope, size: 0 }))
  expect(done).toMatchObject({ state: 'failed', error: 'size_changed' })
})

describe('photos of unexpected pixels', () => {
  async function lying() {
    const before = await open()
    const body = { data: [{ ...WEB, width: 601 }] }
    const answer = { kind: 'status', status: 200, body } as const
    await before.desk.service.fault({ path: '/image-sizes', times: 999, answer })
    return before
  }

  test('photos of unexpected pixels are in the archive, and each is listed with its real pixels', async () => {
    const { viewer, people, prepare } = await lying()
    const done = await prepare()
    expect(done).toMatchObject({ state: 'ready', done: PEOPLE, failed: 0 })
    expect(done.problems).toHaveLength(PEOPLE)
    const values = { promised: '601 × 800', pixels: '600 × 800' }
    for (const { id, mitarbeiternummer } of people)
      expect(done.problems).toContainEqual(
        expect.objectContaining({
          employee_id: id,
          code: 'other_pixels',
          file_name: `${mitarbeiternummer}.jpg`,
          values,
        }),
      )
    const { files } = await openArchive(viewer, done)
    const [, ...rows] = readCsv(textOf(files, 'report.csv').replace(/^\ufeff/, ''))
    const sentence = 'The service sent a photo of 600 × 800 pixels; the image size promises 601 × 800.'
    expect(rows.map(row => [row[10], row[8]])).toEqual(people.map(() => ['other_pixels', sentence]))
    expect(textOf(files, 'report.html')).toContain(sentence)
  })

  test('photos of unexpected pixels are listed again when the desk already stores them', async () => {
    const { prepare } = await lying()
    await prepare()
    expect((await prepare()).problems).toHaveLength(PEOPLE)
  })

  test('photos of unexpected pixels cost two more calls for the sizes, not one for each photo', async () => {
    const { desk, prepare } = await lying()
    await prepare()
    const calls = (await desk.service.journal()).filter(({ path }) => path === '/image-sizes')
    // The sizes are read at the click, for the first photo, and before the archive is made.
    expect(calls).toHaveLength(3)
  })

  test('pictures made of photos of unexpected pixels are listed as well', async () => {
    const { desk, viewer, scope } = await open()
    const body = { data: [{ ...WEB, width: 1200, height: 1600 }] }
    await desk.service.fault({
      path: '/image-sizes',
      times: 999,
      answer: { kind: 'status', status: 200, body },
    })
    for (let time = 0; time < 2; time += 1) {
      const started = await viewer.json<{ data: { id: string } }>('POST', '/api/exports', {
        body: { project_id: PROJECT, target: 'microsoft-365', ...scope },
      })
      const done = await ended(viewer, await readExport(viewer, started.body.data.id))
      expect(new Set(done.problems.map(({ code }) => code))).toEqual(new Set(['other_pixels']))
    }
  })

  test('full photos have no unexpected pixels, because nothing is promised', async () => {
    const { prepare } = await lying()
    expect(await prepare(null)).toMatchObject({ state: 'ready', problems: [], image_size: null })
  })
})

describe('sizes of an earlier export', () => {
  const changesOf = async (viewer: Awaited<ReturnType<typeof open>>['viewer'], { id }: { id: string }) =>
    (await viewer.json<ExportChanges>('GET', `/api/exports/${id}/changes`)).body

  test('an export of an unchanged size reports no change of the size', async () => {
    const { viewer, prepare } = await open()
    expect(await changesOf(viewer, await prepare())).toMatchObject({ data: [], size: null })
  })

  test.each([
    [[BADGE], BADGE_NOW],
    [[], null],
  ])('an export reports that its size is another one now, or gone: %j', async (sizes, now) => {
    const { desk, viewer, prepare } = await open()
    const done = await prepare()
    await setSizes(desk, sizes)
    const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
    await connectWithKey(CANARY_KEY).listImageSizes({ fresh: true })
    expect(await changesOf(viewer, done)).toMatchObject({ data: [], size: { was: WEB, now } })
  })
})
