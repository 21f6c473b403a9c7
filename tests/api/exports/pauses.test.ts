import { describe, expect, test } from 'vitest'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk, toldOfJobs } from '#tests/support/desk.ts'
import {
  ended,
  openArchive,
  paused,
  readExport,
  resumeAfterStart,
  SMALL,
  startExport,
} from '#tests/support/exports.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const PEOPLE = 36

const photoCalls = async (desk: Desk) =>
  (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
const resume = (person: Person, { id }: { id: string }) => person.json('POST', `/api/exports/${id}/resume`)
const clearFaults = (desk: Desk) => desk.service.portal('DELETE', '/faults')

/** An export that the service stops in the middle. */
async function stopped(status: number, more?: Parameters<Desk['service']['fault']>[0]) {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  if (more) await desk.service.fault(more)
  await desk.service.fault({
    path: '/employees/*/photo',
    skip: 10,
    times: 999,
    answer: { kind: 'status', status, body: {} },
  })
  const started = await startExport(viewer, PROJECT)
  return { desk, viewer, pause: await paused(viewer, started) }
}

describe('a key that is refused in the middle', () => {
  test.each([
    [401, 'key_rejected'],
    [403, 'no_api_access'],
  ])(
    'a refusal of the key with %i pauses the export as %s, and no further call is made',
    async (status, pause_reason) => {
      const { desk, viewer, pause } = await stopped(status)
      expect(pause).toMatchObject({
        state: 'paused',
        pause_reason,
        eta_seconds: null,
        failed: 0,
        error: null,
      })
      await until('no call is open', async () => (await desk.service.openCalls()) === 0)
      const calls = (await desk.service.journal()).length
      expect(calls).toBeLessThan(25)
      expect(await viewer.json('GET', `/api/exports/${pause.id}/archive`)).toMatchObject({
        status: 409,
        body: { code: 'not_ready' },
      })
      expect(await desk.service.journal()).toHaveLength(calls)
    },
  )

  test('a paused export resumes with one click, and fetches no photo twice', async () => {
    const { desk, viewer, pause } = await stopped(401)
    await clearFaults(desk)
    expect((await resume(viewer, pause)).status).toBe(200)
    const done = await ended(viewer, pause)
    expect(done).toMatchObject({ state: 'ready', done: PEOPLE, failed: 0, problems: [], pause_reason: null })
    expect((await openArchive(viewer, done)).files.size).toBe(PEOPLE + 2)
    const fetched = (await photoCalls(desk)).filter(({ status }) => status === 200)
    expect(new Set(fetched.map(({ path }) => path)).size).toBe(PEOPLE)
    expect(fetched).toHaveLength(PEOPLE)
  })

  test('a resume that comes too early pauses the export again', async () => {
    const { viewer, pause } = await stopped(401)
    await resume(viewer, pause)
    expect(await paused(viewer, pause)).toMatchObject({ pause_reason: 'key_rejected', failed: 0 })
  })

  test('a paused export can be cancelled', async () => {
    const { desk, viewer, pause } = await stopped(401)
    await viewer.json('DELETE', `/api/exports/${pause.id}`)
    expect(await readExport(viewer, pause.id)).toMatchObject({ state: 'cancelled', pause_reason: null })
    await clearFaults(desk)
    await resume(viewer, pause)
    expect(await readExport(viewer, pause.id)).toMatchObject({ state: 'cancelled' })
  })
})

/** An export whose owner's key is refused after 18 photos, until the owner enters another one. */
async function withNewKey({ meanwhile = async (_: Desk) => {} } = {}) {
  const desk = startDesk({ connected: 'person' })
  const viewer = await desk.signIn('admin')
  const [first, second] = await Promise.all(
    ['Old', 'New'].map(
      label => desk.service.portal('POST', '/keys', { label }) as Promise<{ id: number; key: string }>,
    ),
  )
  await viewer.json('PUT', '/api/connection', { body: { key: first?.key, scope: 'me' } })
  await desk.service.fault({
    path: '/employees/*/photo',
    skip: 18,
    times: 999,
    answer: { kind: 'status', status: 401, body: {} },
  })
  const started = await paused(viewer, await startExport(viewer, PROJECT))
  expect(started).toMatchObject({ pause_reason: 'key_rejected', done: 18 })
  await desk.service.portal('DELETE', `/keys/${first?.id}`)
  await clearFaults(desk)
  await meanwhile(desk)
  await viewer.json('PUT', '/api/connection', { body: { key: second?.key, scope: 'me' } })
  return { desk, viewer, done: await ended(viewer, started) }
}

test("a new key resumes the owner's export by itself, with the photos of the old key", async () => {
  const { desk, viewer, done } = await withNewKey()
  expect(done).toMatchObject({ state: 'ready', done: PEOPLE, failed: 0 })
  const fetched = (await photoCalls(desk)).filter(({ status }) => status === 200)
  expect(fetched).toHaveLength(PEOPLE)
  expect((await openArchive(viewer, done)).files.size).toBe(PEOPLE + 2)
})

test('no photo of the old key stays that the new key does not show as approved', async () => {
  const { done } = await withNewKey({
    async meanwhile(desk) {
      const fetched = (await photoCalls(desk)).find(({ status }) => status === 200)
      const id = fetched?.path.split('/')[2]
      await desk.service.portal('POST', `/employees/${id}/retake`, {})
    },
  })
  expect(done).toMatchObject({ state: 'ready', done: PEOPLE - 1, failed: 1 })
})

test('a service that is down pauses the export instead of failing people, until it is back', async () => {
  // The project is read with the click. After that the service answers nothing, so the pause lasts until the test ends
  // it.
  const down = { kind: 'status', status: 503, body: {} } as const
  const { desk, viewer, pause } = await stopped(503, { path: '/projects', skip: 1, times: 999, answer: down })
  expect(pause).toMatchObject({ pause_reason: 'service_unreachable', done: 10, failed: 0, problems: [] })
  const calls = (await photoCalls(desk)).length
  expect(calls).toBeLessThan(10 + 6 * 3)
  await clearFaults(desk)
  const done = await ended(viewer, pause)
  expect(done).toMatchObject({ state: 'ready', done: PEOPLE, failed: 0, problems: [] })
  await until('its end is told', () => toldOfJobs(desk).length === 4)
  expect(toldOfJobs(desk)).toEqual([
    ['export_started'],
    ['export_paused', 'service_unreachable'],
    ['export_resumed', 'service_unreachable'],
    ['export_ended', 'ready'],
  ])
  const lines = desk.output.map(line => JSON.parse(line))
  expect(lines.find(({ event }) => event === 'export_paused').error).toMatch(/^DeskError service_unreachable/)
  expect(lines.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['breaker_opened', 'breaker_closed']),
  )
})

describe('an export that waits for its owner', () => {
  test('a paused export does not resume with the key of another person who opens it', async () => {
    const { desk, viewer, pause } = await stopped(401)
    const { stopJobs } = await import('#lib/jobs/resume.ts')
    stopJobs()
    await clearFaults(desk)
    restart()
    const { getExportStore } = await import('#lib/store/export-store.ts')
    const { getHeldJobs } = await import('#lib/jobs/job.ts')
    expect((await (await desk.signIn('admin')).json('GET', '/api/exports')).status).toBe(200)
    expect([(await getExportStore().find(pause.id))?.state, getHeldJobs().size]).toEqual(['paused', 0])
    expect(await ended(viewer, pause)).toMatchObject({ state: 'ready', done: PEOPLE })
  })

  test('a desk that restarts without a key resumes the export when its owner comes back', async () => {
    const desk = startDesk({ connected: 'person' })
    const viewer = await desk.signIn('admin')
    const { key } = (await desk.service.portal('POST', '/keys', { label: 'Own' })) as { key: string }
    await viewer.json('PUT', '/api/connection', { body: { key, scope: 'me' } })
    await desk.service.fault({
      path: '/employees/*/photo',
      skip: 5,
      times: PHOTOS_IN_FLIGHT,
      answer: { kind: 'delay', ms: 60_000 },
    })
    const started = await startExport(viewer, PROJECT)
    await until('five are written down', async () => (await readExport(viewer, started.id)).done === 5)
    const { stopJobs } = await import('#lib/jobs/resume.ts')
    stopJobs()
    restart()
    await resumeAfterStart()
    const { getExportStore } = await import('#lib/store/export-store.ts')
    expect(await getExportStore().find(started.id)).toMatchObject({
      state: 'paused',
      pause_reason: 'not_connected',
    })
    await clearFaults(desk)
    const done = await ended(viewer, started)
    expect(done).toMatchObject({ state: 'ready', done: PEOPLE })
    const fetched = (await photoCalls(desk)).filter(({ status }) => status === 200)
    expect(new Set(fetched.map(({ path }) => path)).size).toBe(PEOPLE)
    await until('its end is told', () => toldOfJobs(desk).length === 4)
    expect(toldOfJobs(desk)).toEqual([
      ['export_started'],
      ['export_paused', 'not_connected'],
      ['export_resumed', 'not_connected'],
      ['export_ended', 'ready'],
    ])
  })
})

test('a desk that restarts with its own key resumes the export by itself', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  await desk.service.fault({
    path: '/employees/*/photo',
    skip: 5,
    times: PHOTOS_IN_FLIGHT,
    answer: { kind: 'delay', ms: 60_000 },
  })
  const started = await startExport(viewer, PROJECT)
  await until('five are written down', async () => (await readExport(viewer, started.id)).done === 5)
  const { stopJobs } = await import('#lib/jobs/resume.ts')
  stopJobs()
  await until('its calls have ended', async () => (await desk.service.openCalls()) === 0)
  expect(await readExport(viewer, started.id)).toMatchObject({ state: 'preparing' })
  const body = { project_id: PROJECT, variant: 'standard', size: SMALL }
  expect((await viewer.json('POST', '/api/exports', { body })).body.code).toBe('busy')
  await clearFaults(desk)
  restart()
  await resumeAfterStart()
  expect(await ended(viewer, started)).toMatchObject({ state: 'ready', done: PEOPLE, failed: 0 })
  await until('its end is told', () => toldOfJobs(desk).length === 3)
  expect(toldOfJobs(desk)).toEqual([
    ['export_started'],
    ['export_resumed', 'restart'],
    ['export_ended', 'ready'],
  ])
})

test('a photo that was retaken during a long pause comes in its new version', async () => {
  const { desk, viewer, pause } = await stopped(401)
  const people = (await desk.service.ask(`/projects/${PROJECT}/employees?per_page=200`)).json() as Promise<{
    data: { id: number }[]
  }>
  const [person] = (await people).data
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${person?.id}/${step}`, {})
  await clearFaults(desk)
  // Cached people are valid for two minutes; a restart empties the cache.
  const { stopJobs } = await import('#lib/jobs/resume.ts')
  stopJobs()
  restart()
  await resumeAfterStart()
  const done = await ended(viewer, pause)
  const { files } = await openArchive(viewer, done)
  const now = await desk.service.ask(`/employees/${person?.id}/photo?size=${SMALL}`)
  const bytes = Buffer.from(await now.arrayBuffer())
  expect([...files.values()].some(file => file.equals(bytes))).toBe(true)
})
