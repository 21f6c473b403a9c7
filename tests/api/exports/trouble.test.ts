import { describe, expect, test } from 'vitest'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { BROKEN_PHOTOS } from '#tests/support/broken-photos.ts'
import { readCsv } from '#tests/support/csv.ts'
import { startDesk } from '#tests/support/desk.ts'
import { askPhoto, ended, openArchive, paused, readExport, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id

/** A desk whose service answers the photo of one person with this fault. */
async function withBadPhoto(
  answer: { kind: 'status' | 'drop' | 'cut' | 'html' | 'redirect'; [field: string]: unknown },
  times = 99,
) {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, 8)
  const victim = people[5]
  if (!victim) throw new Error('The seed is too small.')
  await desk.service.fault({ path: `/employees/${victim.id}/photo`, times, answer })
  const employee_ids = people.map(({ id }) => id)
  const prepare = async () =>
    ended(viewer, await startExport(viewer, PROJECT, { scope: { kind: 'people', employee_ids } }))
  return { desk, viewer, people, victim, prepare }
}

describe('a photo that cannot be had', () => {
  test.each([...BROKEN_PHOTOS, { answer: { kind: 'drop' }, code: 'service_unreachable', asked: 6 } as const])(
    'a photo that cannot be had is listed, and the others are there: $answer',
    async ({ answer, code, asked }) => {
      const { desk, viewer, people, victim, prepare } = await withBadPhoto(answer)
      const done = await prepare()
      expect(done).toMatchObject({ state: 'ready', total: people.length, done: people.length - 1, failed: 1 })
      expect(done.problems).toEqual([
        {
          employee_id: victim.id,
          mitarbeiternummer: victim.mitarbeiternummer,
          name: `${victim.last_name}, ${victim.first_name}`,
          code,
          file_name: null,
        },
      ])
      const { files } = await openArchive(viewer, done)
      expect(files.size).toBe(people.length - 1 + 2)
      expect(files.has(`${victim.mitarbeiternummer}.jpg`)).toBe(false)
      const [, first] = readCsv((files.get('report.csv') ?? '').toString().replace(/^\ufeff/, ''))
      expect([first?.[0], first?.[5], first?.[10]]).toEqual(['missing', String(victim.id), code])
      const tried = (await desk.service.journal()).filter(({ path }) =>
        path.startsWith(`/employees/${victim.id}/photo`),
      )
      expect(tried).toHaveLength(asked)
    },
  )

  test.each([
    { kind: 'drop' },
    { kind: 'cut', bytes: 900 },
    { kind: 'cut', bytes: 900, withLength: false },
  ] as const)('a photo that fails for a moment is fetched again, and is whole: %j', async answer => {
    const { desk, viewer, people, victim, prepare } = await withBadPhoto(answer, 1)
    const done = await prepare()
    expect(done).toMatchObject({ state: 'ready', done: people.length, failed: 0, problems: [] })
    const { files } = await openArchive(viewer, done)
    expect(
      files.get(`${victim.mitarbeiternummer}.jpg`)?.equals(await askPhoto(desk.service, victim.id)),
    ).toBe(true)
  })
})

test('photos that never come hold up no others: the service is not down', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, PHOTOS_IN_FLIGHT + 6)
  const lost = people.slice(0, PHOTOS_IN_FLIGHT + 1)
  const answer = { kind: 'status', status: 500, body: {} } as const
  for (const { id } of lost) await desk.service.fault({ path: `/employees/${id}/photo`, times: 999, answer })
  const employee_ids = people.map(({ id }) => id)
  const done = await ended(
    viewer,
    await startExport(viewer, PROJECT, { scope: { kind: 'people', employee_ids } }),
  )
  expect(done).toMatchObject({ state: 'ready', done: 5, failed: lost.length })
  expect(done.problems.map(({ employee_id, code }) => [employee_id, code]).sort()).toEqual(
    lost.map(({ id }) => [id, 'service_unreachable']).sort(),
  )
})

test('an export waits for a service that gives no photo any more, not even an earlier one', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const answer = { kind: 'status', status: 500, body: {} } as const
  await desk.service.fault({ path: '/employees/*/photo', skip: 8, times: 999, answer })
  const employee_ids = (await listPeople(desk.service, PROJECT)).slice(0, 12).map(({ id }) => id)
  const scope = { kind: 'people', employee_ids } as const
  const job = await paused(viewer, await startExport(viewer, PROJECT, { scope }))
  const asked = async () => (await desk.service.journal()).length
  const before = await asked()
  await until('it has been tried twice more', async () => (await asked()) > before + 8, 60_000)
  expect(await readExport(viewer, job.id)).toMatchObject({ pause_reason: 'service_unreachable', failed: 0 })
  await desk.service.portal('DELETE', '/faults')
  await viewer.json('POST', `/api/exports/${job.id}/resume`)
  expect(await ended(viewer, job)).toMatchObject({ state: 'ready', done: 12, failed: 0 })
})

test('a short outage pauses an export whose photos are all there, and fails none', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  // The size is read at the click, and before the archive is made.
  const answer = { kind: 'status', status: 500, body: {} } as const
  await desk.service.fault({ path: '/image-sizes', skip: 1, times: 3, answer })
  const job = await paused(viewer, await startExport(viewer, PROJECT))
  expect(job).toMatchObject({ pause_reason: 'service_unreachable', done: 36 })
  await viewer.json('POST', `/api/exports/${job.id}/resume`)
  expect(await ended(viewer, job)).toMatchObject({ state: 'ready', done: 36, failed: 0 })
})

test('an export without any photo fails and says why', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  await desk.service.fault({
    path: '/employees/*/photo',
    times: 999,
    answer: { kind: 'status', status: 404, body: { code: 'not_available' } },
  })
  const done = await ended(viewer, await startExport(viewer, PROJECT))
  expect(done).toMatchObject({ state: 'failed', done: 0, error: 'not_available' })
})

test('an export obeys a storm of 429: no call comes early, and every photo comes', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const answer = { kind: 'status', status: 429, headers: { 'retry-after': '4' }, body: {} } as const
  await desk.service.fault({ path: '/employees/*/photo', skip: 12, times: 4, answer })
  const done = await ended(viewer, await startExport(viewer, PROJECT))
  expect(done).toMatchObject({ state: 'ready', failed: 0, done: 36 })
  const journal = await desk.service.journal()
  const refusals = journal.filter(({ status }) => status === 429)
  expect(refusals).toHaveLength(4)
  for (const { ended } of refusals) {
    // Calls that were in flight at the first refusal cannot be called back.
    const early = journal.filter(({ time }) => ended !== null && time > ended + 2_000 && time < ended + 3_950)
    expect(early).toEqual([])
  }
})

test('an export never causes a 429: the desk keeps within the limit of the service', async () => {
  const limit = { rateLimit: 20, rateWindowMs: 400 }
  const settings = { PORTRAIT_API_LIMIT: '20', PORTRAIT_API_WINDOW_MS: '400' }
  const desk = startDesk({ sandbox: limit, settings })
  const viewer = await desk.signIn('viewer')
  const done = await ended(viewer, await startExport(viewer, PROJECT))
  expect(done).toMatchObject({ state: 'ready', done: 36, failed: 0 })
  const journal = await desk.service.journal()
  expect(journal.filter(({ outcome }) => outcome === 'limited')).toEqual([])
  // The project, the people, and the sizes: at the click, and before the archive is made.
  expect(journal).toHaveLength(36 + 4)
})

/** An export with this many photos done, and as many in flight as are allowed at once. */
async function withSomeOnTheirWay(done: number, settings = {}) {
  const desk = startDesk({ settings })
  const viewer = await desk.signIn('viewer')
  const answer = { kind: 'delay', ms: 60_000 } as const
  await desk.service.fault({ path: '/employees/*/photo', skip: done, times: PHOTOS_IN_FLIGHT, answer })
  const { id } = await startExport(viewer, PROJECT)
  const now = await until(`${done} are done`, async () => {
    const now = await readExport(viewer, id)
    return now.done === done && now
  })
  return { now, cancel: () => viewer.json('DELETE', `/api/exports/${id}`) }
}

test('an export shows its progress while it runs', async () => {
  const { now, cancel } = await withSomeOnTheirWay(12)
  expect(now).toMatchObject({ state: 'preparing', total: 36, failed: 0, problems: [] })
  expect(now.bytes).toBeGreaterThan(1000)
  expect(now.eta_seconds).toBeGreaterThan(0)
  await cancel()
})

test('photos in flight do not wait for a full window: the last ones take a moment', async () => {
  // The project, the people, the sizes and 36 photos.
  const { now, cancel } = await withSomeOnTheirWay(36 - PHOTOS_IN_FLIGHT, { PORTRAIT_API_LIMIT: '40' })
  expect(now).toMatchObject({ state: 'preparing', total: 36, eta_seconds: 0 })
  await cancel()
})
