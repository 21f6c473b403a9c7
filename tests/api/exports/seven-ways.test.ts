import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { BROKEN_PHOTOS } from '#tests/support/broken-photos.ts'
import { readCsv } from '#tests/support/csv.ts'
import { startDesk } from '#tests/support/desk.ts'
import { askPhoto, ended, openArchive, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id

test('seven broken photos leave an archive with all others, byte for byte, and a reason each', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = await listPeople(desk.service, PROJECT)
  const reasons = new Map<string, string>()
  for (const [index, { answer, code }] of BROKEN_PHOTOS.entries()) {
    const victim = people[index * 5]
    reasons.set(String(victim?.id), code)
    await desk.service.fault({ path: `/employees/${victim?.id}/photo`, times: 99, answer })
  }
  const done = await ended(viewer, await startExport(viewer, PROJECT))
  expect(done).toMatchObject({ state: 'ready', total: people.length, done: people.length - 7, failed: 7 })
  const { files } = await openArchive(viewer, done)
  const report = readCsv((files.get('report.csv') ?? '').toString().replace(/^\ufeff/, '')).slice(1)
  const missing = report.filter(([result]) => result === 'missing')
  expect(new Map(missing.map(line => [line[5] ?? '', line[10] ?? '']))).toEqual(reasons)
  for (const { id, mitarbeiternummer } of people) {
    const file = files.get(`${mitarbeiternummer}.jpg`)
    if (reasons.has(String(id))) expect(file).toBeUndefined()
    else expect(file?.equals(await askPhoto(desk.service, id))).toBe(true)
  }
  await until('no call is open', async () => (await desk.service.openCalls()) === 0)
})
