import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, SMALL, startExport } from '#tests/support/exports.ts'
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

test('two exports that want the same photos at the same time fetch none of them twice', async () => {
  const desk = startDesk()
  const people = [await desk.signIn('viewer'), await desk.signIn('editor')]
  const archives = people.map(async person =>
    openArchive(person, await ended(person, await startExport(person, PROJECT))),
  )
  for (const { files } of await Promise.all(archives)) expect(files.size).toBe(PEOPLE + 2)
  await expectEachOnce(desk)
})

test('a photo that somebody looks at while an export fetches it, and again afterwards, is fetched once', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  await desk.service.fault({ path: '/employees/*/photo', times: 6, answer: { kind: 'delay', ms: 1000 } })
  const started = await startExport(viewer, PROJECT)
  const [held] = await until('photos are on their way', async () => {
    const open = (await photoCalls(desk)).filter(({ open }) => open)
    return open.length > 0 && open
  })
  const id = /employees\/(\d+)\//.exec(held?.path ?? '')?.[1]
  const look = () => viewer.call('GET', `/api/v1/employees/${id}/photo?variant=standard&size=${SMALL}`)
  const early = await look()
  await ended(viewer, started)
  const late = await look()
  expect([early.status, late.status]).toEqual([200, 200])
  expect(Buffer.from(await late.arrayBuffer()).equals(Buffer.from(await early.arrayBuffer()))).toBe(true)
  await expectEachOnce(desk)
})
