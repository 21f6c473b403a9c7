import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, SMALL, startExport } from '#tests/support/exports.ts'
import { findPerson } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const PEOPLE = 36

const photoCalls = async (desk: Desk) =>
  (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))

async function expectEachOnce(desk: Desk): Promise<void> {
  const photos = await photoCalls(desk)
  expect(new Set(photos.map(({ path }) => path)).size).toBe(PEOPLE)
  expect(photos).toHaveLength(PEOPLE)
}

test('two simultaneous exports of the same photos fetch each photo once', async () => {
  const desk = startDesk()
  const people = [await desk.signIn('viewer'), await desk.signIn('editor')]
  const archives = people.map(async person =>
    openArchive(person, await ended(person, await startExport(person, PROJECT))),
  )
  for (const { files } of await Promise.all(archives)) expect(files.size).toBe(PEOPLE + 2)
  await expectEachOnce(desk)
})

test('a photo that a viewer opens before and after an export is fetched once', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const person = await findPerson(desk.service, PROJECT, () => true)
  const path = `/employees/${person.id}/photo`
  const look = () => viewer.call('GET', `/api/v1${path}?variant=standard&size=${SMALL}`)
  await desk.service.fault({ path, times: 1, answer: { kind: 'delay', ms: 1000 } })
  const looking = look()
  await until('the photo is on its way', async () => (await photoCalls(desk)).some(({ open }) => open))
  const done = await ended(viewer, await startExport(viewer, PROJECT))
  expect(done).toMatchObject({ state: 'ready', done: PEOPLE })
  const [early, late] = [await looking, await look()]
  expect([early.status, late.status]).toEqual([200, 200])
  expect(Buffer.from(await late.arrayBuffer()).equals(Buffer.from(await early.arrayBuffer()))).toBe(true)
  await expectEachOnce(desk)
})

test('a photo that a viewer opens while an export fetches it is fetched once', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  await desk.service.fault({ path: '/employees/*/photo', times: 8, answer: { kind: 'delay', ms: 1000 } })
  const started = await startExport(viewer, PROJECT)
  const underWay = async () => (await photoCalls(desk)).find(({ open }) => open)
  await until('a photo is on its way', async () => (await underWay()) !== undefined)
  const [path] = (await underWay())?.path.match(/\/employees\/\d+\/photo/) ?? []
  const seen = await viewer.call('GET', `/api/v1${path}?variant=standard&size=${SMALL}`)
  expect(seen.status).toBe(200)
  expect(await ended(viewer, started)).toMatchObject({ state: 'ready', done: PEOPLE })
  await expectEachOnce(desk)
})
