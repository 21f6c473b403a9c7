import { expect, test } from 'vitest'
import type { PeoplePage } from '#lib/employees/people-contract.ts'
import type { ExportChange, ExportPlanResponse } from '#lib/exports/contract.ts'
import type { ProjectStatusCounts } from '#lib/projects/contract.ts'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { CANARY_KEY, type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, peopleScope, readExport, SMALL, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const WORD = { code: 'unknown_status', values: { status: 'photo_approved' } }

/** Switches the word of the service for `edited` people: `photo_approved`, or the word of the specification. */
async function rename(desk: Desk, isNew: boolean): Promise<void> {
  await desk.service.portal('PUT', '/variations', { on: isNew ? ['other-employee-status'] : [] })
}

async function readPlan(person: Person) {
  const body = { project_id: PROJECT, scope: { kind: 'approved' } }
  return (await person.json<{ data: ExportPlanResponse }>('POST', '/api/exports/plan', { body })).body.data
}

const photoCalls = async (desk: Desk) =>
  (await desk.service.journal()).filter(({ path }) => path.includes('/photo')).length

test('a person with an unknown state is approved nowhere, and no photo is handed over', async () => {
  const desk = startDesk({ sandbox: { variations: ['other-employee-status'] } })
  const viewer = await desk.signIn('viewer')
  const people = await listPeople(desk.service, PROJECT)
  const ids = people.map(({ id }) => id)
  const check = { code: WORD.code, count: people.length, employee_ids: ids, words: [WORD.values.status] }
  expect(await readPlan(viewer)).toMatchObject({ people: 0, calls: 0, checks: [check] })
  const { meta } = await until('everybody is known', async () => {
    const { body } = await viewer.json<PeoplePage>('GET', `/api/projects/${PROJECT}/people`)
    return body.meta.complete && body
  })
  expect(meta.counts).toMatchObject({ approved: 0, other: people.length })
  const { counts } = await until('the bars are counted', async () => {
    const { body } = await viewer.json<{ data: ProjectStatusCounts }>('GET', '/api/projects/status-counts')
    return body.data.complete && body.data
  })
  expect(Object.values(counts).filter(({ approved }) => approved > 0)).toEqual([])
  const done = await ended(viewer, await startExport(viewer, PROJECT))
  expect(done).toMatchObject({ state: 'ready', total: 0, done: 0, waiting: 0 })
  expect(done.problems).toEqual(people.map(({ id }) => expect.objectContaining({ employee_id: id, ...WORD })))
  for (const what of [`photo?size=${SMALL}`, 'photo?variant=transparent'])
    expect(await viewer.json('GET', `/api/v1/employees/${ids[0]}/${what}`)).toMatchObject({
      status: 409,
      body: { code: WORD.code },
    })
  expect(await photoCalls(desk)).toBe(0)
})

test('an unknown word keeps photos out of a ready archive, and deletes nothing', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const ids = (await listPeople(desk.service, PROJECT)).slice(0, 3).map(({ id }) => id)
  const done = await ended(viewer, await startExport(viewer, PROJECT, peopleScope(ids)))
  const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
  const hear = () => connectWithKey(CANARY_KEY).getEmployee(ids[0] ?? 0, { fresh: true })
  await rename(desk, true)
  await hear()
  const { files } = await openArchive(viewer, done)
  expect([...files.keys()].filter(name => name.endsWith('.jpg'))).toEqual([])
  const problems = ids.map(id => expect.objectContaining({ employee_id: id, ...WORD }))
  expect(await readExport(viewer, done.id)).toMatchObject({ done: 0, failed: 3, problems })
  const [, ...rows] = readCsv((files.get('report.csv') ?? '').toString().replace(/^\ufeff/, ''))
  const told = ['missing', WORD.code, expect.stringContaining(WORD.values.status)]
  expect(rows.map(row => [row[0], row[10], row[8]])).toEqual([told, told, told])

  await rename(desk, false)
  await hear()
  const calls = await photoCalls(desk)
  expect((await viewer.call('GET', `/api/v1/employees/${ids[0]}/photo?size=${SMALL}`)).status).toBe(200)
  expect(await photoCalls(desk)).toBe(calls)
})

test('the changes since an export name people of unknown state, not as withdrawn', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const ids = (await listPeople(desk.service, PROJECT)).slice(0, 2).map(({ id }) => id)
  const done = await ended(viewer, await startExport(viewer, PROJECT, peopleScope(ids)))
  await rename(desk, true)
  const { body } = await viewer.json<{ data: ExportChange[] }>('GET', `/api/exports/${done.id}/changes`)
  expect(body.data.map(({ change, employee_id }) => [change, employee_id])).toEqual(
    ids.map(id => ['unknown_status', id]),
  )
})
