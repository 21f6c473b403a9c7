import { expect, test, vi } from 'vitest'
import type { Export } from '#lib/exports/contract.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import {
  askPhoto,
  ended,
  openArchive,
  peopleScope,
  readExport,
  SMALL,
  startExport,
} from '#tests/support/exports.ts'
import { askJson, listPeople } from '#tests/support/mirror.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const PEOPLE = 8
const archiveOf = ({ id }: { id: string }) => `/api/exports/${id}/archive`

/** An archive that was made days ago, on a desk that has read no person since. */
async function madeLongAgo() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, PEOPLE)
  const done = await ended(
    viewer,
    await startExport(viewer, PROJECT, peopleScope(people.map(({ id }) => id))),
  )
  restart()
  const [first] = people
  if (!first) throw new Error('The seed is too small.')
  const portal = async (...steps: string[]) => {
    for (const step of steps) await desk.service.portal('POST', `/employees/${first.id}/${step}`, {})
  }
  return { desk, viewer, done, first, portal, file: `${first.mitarbeiternummer}.jpg` }
}

/** The calls that the service gets from now on, without the test's own. */
async function callsFrom({ service }: Desk): Promise<() => Promise<string[]>> {
  const before = (await service.journal()).length
  return async () => (await service.journal()).slice(before).map(({ path }) => path.replace(/\?.*/, ''))
}

test('an old archive costs a call for each list page, not for each person', async () => {
  const { desk, viewer, done } = await madeLongAgo()
  const calls = await callsFrom(desk)
  expect((await openArchive(viewer, done)).files.size).toBe(PEOPLE + 2)
  await openArchive(viewer, done)
  expect(await calls()).toEqual([`/projects/${PROJECT}/employees`])
})

test('an old archive leaves out people who withdrew, though the desk has read nobody since', async () => {
  const { desk, viewer, done, file, portal } = await madeLongAgo()
  await portal('retake')
  const calls = await callsFrom(desk)
  const { files } = await openArchive(viewer, done)
  expect(files.has(file)).toBe(false)
  expect(files.size).toBe(PEOPLE - 1 + 2)
  expect(await readExport(viewer, done.id)).toMatchObject({ done: PEOPLE - 1, failed: 1 })
  expect(await calls()).toEqual([`/projects/${PROJECT}/employees`])
})

test('an old archive leaves out people who were deleted at the service since', async () => {
  const { desk, viewer, done, first, file } = await madeLongAgo()
  await desk.service.ask(`/employees/${first.id}`, { method: 'DELETE' })
  const { files } = await openArchive(viewer, done)
  expect(files.has(file)).toBe(false)
  expect(files.get('report.csv')?.toString()).not.toContain(first.email)
  expect(await readExport(viewer, done.id)).toMatchObject({ done: PEOPLE - 1, failed: 1 })
})

test('an old archive holds the new photo of a person whose photo has changed', async () => {
  const { desk, viewer, done, first, file, portal } = await madeLongAgo()
  await portal('retake', 'upload', 'edit', 'approve')
  const { files } = await openArchive(viewer, done)
  expect(files.get(file)?.equals(await askPhoto(desk.service, first.id, `size=${SMALL}`))).toBe(true)
})

test('a range that continues a download checks the approvals as well', async () => {
  const { desk, viewer, done, portal } = await madeLongAgo()
  const etag = (await viewer.call('HEAD', archiveOf(done))).headers.get('etag') ?? ''
  await portal('retake')
  const headers = { range: 'bytes=5-', 'if-match': etag }
  expect(await viewer.json('GET', archiveOf(done), { headers })).toMatchObject({
    status: 412,
    body: { code: 'precondition_failed' },
  })
  expect((await desk.service.journal()).filter(({ path }) => path.includes('/employees?')).length).toBe(2)
})

test.each([
  ['does not answer', { kind: 'status', status: 503, body: {} }, 502],
  ['refuses the key', { kind: 'status', status: 401, body: {} }, 502],
] as const)('an archive waits while the service %s, and loses nothing', async (_, answer, status) => {
  const { desk, viewer, done } = await madeLongAgo()
  await desk.service.fault({ path: '/**', times: 999, answer })
  const before = await viewer.json('POST', `/api/exports/${done.id}/resume`)
  const download = await viewer.json('GET', archiveOf(done))
  expect([before.status, download.status]).toEqual([status, status])
  await desk.service.portal('DELETE', '/faults')
  restart()
  expect(await readExport(viewer, done.id)).toMatchObject({ state: 'ready', done: PEOPLE })
  const calls = await callsFrom(desk)
  expect((await openArchive(viewer, done)).files.size).toBe(PEOPLE + 2)
  expect(await calls()).not.toContainEqual(expect.stringContaining('/photo'))
})

test('an archive waits without a key, because the approvals cannot be checked', async () => {
  const { viewer, done } = await madeLongAgo()
  vi.stubEnv('PORTRAIT_API_KEY', undefined)
  restart()
  expect(await viewer.json('GET', archiveOf(done))).toMatchObject({
    status: 409,
    body: { code: 'not_connected' },
  })
})

/** An export that has taken longer than two minutes, and of which one photo is still in flight. */
async function takingLong() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, PEOPLE)
  const [first, last] = [people[0], people.at(-1)]
  const answer = { kind: 'delay', ms: 4000, phase: 'before' } as const
  await desk.service.fault({ path: `/employees/${last?.id}/photo`, times: 1, answer })
  const { id } = await startExport(viewer, PROJECT, peopleScope(people.map(person => person.id)))
  await until('all others are there', async () => (await readExport(viewer, id)).done === PEOPLE - 1)
  const [{ EXPORTS }, { findHeldJob }, { SEEN_MS }] = await Promise.all([
    import('#lib/exports/prepare/export-job.ts'),
    import('#lib/jobs/job.ts'),
    import('#lib/portrait-api/recent-records.ts'),
  ])
  const run = findHeldJob(EXPORTS, id)
  if (!run?.peopleRead) throw new Error('It has read nobody.')
  run.peopleRead = { ...run.peopleRead, at: run.peopleRead.at - SEEN_MS }
  return { desk, viewer, people, first, end: () => ended(viewer, { id } as Export) }
}

test('an export of more than two minutes checks approvals before its archive is ready', async () => {
  const { desk, viewer, first, end } = await takingLong()
  await desk.service.portal('POST', `/employees/${first?.id}/retake`, {})
  const done = await end()
  expect(done).toMatchObject({ state: 'ready', done: PEOPLE - 1, failed: 1 })
  const calls = await callsFrom(desk)
  await openArchive(viewer, done)
  expect(await calls()).toEqual([])
})

/** The list as it is, but one record has no id. */
async function listWithout({ service }: Desk, id: number | undefined): Promise<void> {
  const path = `/projects/${PROJECT}/employees`
  const page = await askJson<EmployeePage>(service, `${path}?per_page=200`)
  const data = page.data.map(({ id: itsId, ...person }) => (itsId === id ? person : { id: itsId, ...person }))
  const answer = { kind: 'status', status: 200, body: { ...page, data } } as const
  await service.fault({ method: 'GET', path, times: 99, answer })
}

const ALL_OF_THEM = { state: 'ready', done: PEOPLE, failed: 0, problems: [] }

test('a person whose record is unreadable when the list is read again keeps their photo', async () => {
  const { desk, viewer, people, first, end } = await takingLong()
  await desk.service.ask(`/employees/${people[1]?.id}`, { method: 'DELETE' })
  await listWithout(desk, first?.id)
  const done = await end()
  expect(done).toMatchObject({ state: 'ready', done: PEOPLE - 1, failed: 1 })
  expect(done.problems.filter(({ employee_id }) => employee_id > 0)).toMatchObject([
    { employee_id: people[1]?.id, code: 'not_found' },
  ])
  const { files } = await openArchive(viewer, done)
  expect(files.has(`${first?.mitarbeiternummer}.jpg`)).toBe(true)
})

test('unreadable records cost no photo of a ready archive: the third of each list has no id', async () => {
  const { desk, viewer, done, file } = await madeLongAgo()
  const [, , third] = await listPeople(desk.service, PROJECT)
  await desk.service.portal('PUT', '/variations', { on: ['record-without-id'] })
  const { files } = await openArchive(viewer, done)
  expect([files.has(file), files.has(`${third?.mitarbeiternummer}.jpg`)]).toEqual([true, true])
  expect(await readExport(viewer, done.id)).toMatchObject(ALL_OF_THEM)
})
