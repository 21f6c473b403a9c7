import { expect, test } from 'vitest'
import type { Export, ExportPlanResponse } from '#lib/exports/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { CANARY_KEY, type Desk, startDesk } from '#tests/support/desk.ts'
import {
  askPhoto,
  clearStore,
  ended,
  openArchive,
  paused,
  peopleScope,
  readExport,
  SMALL,
  startExport,
} from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { ownTarget } from '#tests/support/own-targets.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const PEOPLE = 8

/** Lets the desk read one person alone. No list is read, and the files on its disk stay there. */
async function hear(desk: Desk, id: number, steps: string[]): Promise<void> {
  for (const step of steps) await desk.service.portal('POST', `/employees/${id}/${step}`, {})
  const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
  await connectWithKey(CANARY_KEY).getEmployee(id, { fresh: true })
}

async function open() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, PEOPLE)
  const scope = peopleScope(people.map(({ id }) => id))
  const prepare = async () => ended(viewer, await startExport(viewer, PROJECT, scope))
  const photoCalls = async (id: number) =>
    (await desk.service.journal()).filter(({ path }) => path.startsWith(`/employees/${id}/photo`)).length
  const [first, ...others] = people
  const last = others.at(-1)
  if (!first || !last) throw new Error('The seed is too small.')
  return { desk, viewer, first, last, scope, prepare, photoCalls }
}

/**
 * An export that stops at the last person, because the service fails: it has the photo of the first, not of the last.
 */
async function stopped() {
  const before = await open()
  const { desk, viewer, scope, last } = before
  const answer = { kind: 'status', status: 401, body: {} } as const
  await desk.service.fault({ path: `/employees/${last.id}/photo`, times: 999, answer })
  const pause = await paused(viewer, await startExport(viewer, PROJECT, scope))
  const goOn = async () => {
    await desk.service.portal('DELETE', '/faults')
    await viewer.json('POST', `/api/exports/${pause.id}/resume`)
    const done = await ended(viewer, pause)
    return { done, ...(await openArchive(viewer, done)) }
  }
  return { ...before, goOn }
}

test('an approval that the desk knows to be withdrawn is in no archive, not even a ready one', async () => {
  const { desk, viewer, first, prepare } = await open()
  const done = await prepare()
  await hear(desk, first.id, ['retake'])
  const { files } = await openArchive(viewer, done)
  expect(files.has(`${first.mitarbeiternummer}.jpg`)).toBe(false)
  const problem = expect.objectContaining({ employee_id: first.id, code: 'retake' })
  expect(await readExport(viewer, done.id)).toMatchObject({
    done: PEOPLE - 1,
    failed: 1,
    problems: [problem],
  })
})

test('"Download again" renews an archive with progress, before a download begins', async () => {
  const { desk, viewer, first, prepare } = await open()
  const done = await prepare()
  await hear(desk, first.id, ['retake'])
  const again = await viewer.json<{ data: Export }>('POST', `/api/exports/${done.id}/resume`)
  expect(again.body.data).toMatchObject({ state: 'preparing' })
  expect(await ended(viewer, done)).toMatchObject({ state: 'ready', done: PEOPLE - 1, failed: 1 })
})

test('a photo that the desk knows to be replaced comes in its new version from a ready archive', async () => {
  const { desk, viewer, first, prepare } = await open()
  const done = await prepare()
  await hear(desk, first.id, ['retake', 'upload', 'edit', 'approve'])
  const { files } = await openArchive(viewer, done)
  const now = await askPhoto(desk.service, first.id, `size=${SMALL}`)
  expect(files.get(`${first.mitarbeiternummer}.jpg`)?.equals(now)).toBe(true)
})

test('a person whose photo and number change during an export has the new number in it', async () => {
  const { desk, first, goOn } = await stopped()
  const editor = await desk.signIn('editor')
  const body = { mitarbeiternummer: 'CORRECTED-1' }
  await editor.json('PATCH', `/api/v1/employees/${first.id}`, { body })
  await hear(desk, first.id, ['retake', 'upload', 'edit', 'approve'])
  const { files } = await goOn()
  expect(files.has('CORRECTED-1.jpg')).toBe(true)
  expect(files.has(`${first.mitarbeiternummer}.jpg`)).toBe(false)
})

test('an archive for a removed system is still handed out, also without one of its people', async () => {
  const { settings, without } = ownTarget('our-system')
  const desk = startDesk({ settings })
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, PEOPLE)
  const asked = { ...peopleScope(people.map(({ id }) => id)), target: 'our-system' }
  const done = await ended(viewer, await startExport(viewer, PROJECT, asked))
  restart(without)
  await hear(desk, people[0]?.id ?? 0, ['retake'])
  const { files } = await openArchive(viewer, done)
  expect(files.size).toBe(PEOPLE - 1 + 2)
  clearStore(desk)
  expect((await openArchive(viewer, done)).files.size).toBe(PEOPLE - 1 + 2)
})

test('a download costs no call while the desk has read no change', async () => {
  const { desk, viewer, prepare } = await open()
  const done = await prepare()
  const calls = (await desk.service.journal()).length
  await openArchive(viewer, done)
  expect(await desk.service.journal()).toHaveLength(calls)
})

test.each(['first', 'last'] as const)(
  'a withdrawn approval of the %s person counts at once in an export under way',
  async who => {
    const { desk, goOn, photoCalls, ...people } = await stopped()
    const victim = people[who]
    await hear(desk, victim.id, ['retake'])
    const asked = await photoCalls(victim.id)
    const { done, files } = await goOn()
    expect(done).toMatchObject({ state: 'ready', done: PEOPLE - 1, failed: 1 })
    expect(done.problems).toEqual([expect.objectContaining({ employee_id: victim.id, code: 'retake' })])
    expect(files.has(`${victim.mitarbeiternummer}.jpg`)).toBe(false)
    expect(await photoCalls(victim.id)).toBe(asked)
  },
)

test.each(['first', 'last'] as const)(
  'a replaced photo of the %s person comes in its new version in an export under way',
  async who => {
    const { desk, goOn, ...people } = await stopped()
    const victim = people[who]
    await hear(desk, victim.id, ['retake', 'upload', 'edit', 'approve'])
    const { done, files } = await goOn()
    expect(done).toMatchObject({ state: 'ready', done: PEOPLE, failed: 0 })
    const now = await askPhoto(desk.service, victim.id, `size=${SMALL}`)
    expect(files.get(`${victim.mitarbeiternummer}.jpg`)?.equals(now)).toBe(true)
    const rows = readCsv((files.get('report.csv') ?? '').toString().replace(/^\ufeff/, ''))
    const { edited_at } =
      (await listPeople(desk.service, PROJECT)).find(({ id }) => id === victim.id)?.photo ?? {}
    expect(rows.find(row => row[5] === String(victim.id))?.[6]).toBe(edited_at)
  },
)

/** Everything is there but the photo of the last person, which the service delays. */
async function almostDone() {
  const before = await open()
  const { desk, viewer, scope, last } = before
  const answer = { kind: 'delay', ms: 4000, phase: 'before' } as const
  await desk.service.fault({ path: `/employees/${last.id}/photo`, times: 1, answer })
  const job = await startExport(viewer, PROJECT, scope)
  await until('all others are there', async () => (await readExport(viewer, job.id)).done === PEOPLE - 1)
  return { ...before, job }
}

test('an approval that is withdrawn while photos still come is counted and reported', async () => {
  const { desk, viewer, first, job } = await almostDone()
  await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
  await viewer.call('GET', `/api/v1/projects/${PROJECT}/employees?per_page=200&page=1`)
  const done = await ended(viewer, job)
  expect(done).toMatchObject({ state: 'ready', total: PEOPLE, done: PEOPLE - 1, failed: 1 })
  expect(done.problems).toEqual([
    expect.objectContaining({ employee_id: first.id, code: 'not_approved', file_name: null }),
  ])
  const { files } = await openArchive(viewer, done)
  expect([...files.keys()].filter(name => name.endsWith('.jpg'))).toHaveLength(PEOPLE - 1)
  expect(files.get('report.csv')?.toString()).toContain(first.last_name)
})

test('a person who is deleted while photos still come is named nowhere at the end', async () => {
  const { desk, viewer, first, job } = await almostDone()
  const editor = await desk.signIn('editor')
  expect((await editor.call('DELETE', `/api/v1/employees/${first.id}`)).status).toBe(204)
  const done = await ended(viewer, job)
  expect(done).toMatchObject({ state: 'ready', done: PEOPLE - 1, failed: 1 })
  expect(done.problems).toMatchObject([{ employee_id: first.id, code: 'not_found', name: '' }])
})

test('a new export waits for no earlier list: its own list says who is approved now', async () => {
  const { desk, viewer, first, scope } = await open()
  const path = `/projects/${PROJECT}/employees`
  await desk.service.fault({ path, answer: { kind: 'delay', ms: 60_000, phase: 'after' } })
  const browser = new AbortController()
  const { signal } = browser
  const old = viewer.call('GET', `/api/v1${path}?per_page=200&page=1`, { signal })
  await until('the old list is on its way', async () => (await desk.service.openCalls()) === 1)
  await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
  const done = await ended(viewer, await startExport(viewer, PROJECT, scope))
  expect(done).toMatchObject({ state: 'ready', total: PEOPLE - 1, done: PEOPLE - 1, failed: 0 })
  expect(await desk.service.openCalls()).toBe(1)
  browser.abort()
  await old
})

test('the plan of an export knows a withdrawn approval as soon as the desk has read it', async () => {
  const { desk, viewer, first, scope } = await open()
  const body = { project_id: PROJECT, ...scope }
  const plan = async () =>
    (await viewer.json<{ data: ExportPlanResponse }>('POST', '/api/exports/plan', { body })).body.data.people
  expect(await plan()).toBe(PEOPLE)
  await hear(desk, first.id, ['retake'])
  expect(await plan()).toBe(PEOPLE - 1)
})
