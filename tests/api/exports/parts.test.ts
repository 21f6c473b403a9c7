import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { entryRowOf, exportRowOf, NO_QUOTA } from '#tests/support/export-rows.ts'
import {
  clearStore,
  ended,
  openArchive,
  peopleScope,
  readExport,
  startExport,
} from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { runs } from '#tests/support/night.ts'
import { restart } from '#tests/support/restart.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'

const WORDS = { de: 'Unser System', en: 'Our system' }
const SMALL_JPEG = { rendering: { width: 96, height: 96, format: 'jpeg' } }

/** A target system of the operator that takes archives within limits. */
function withLimits(limits: { photos?: number; bytes?: number }) {
  const target = { id: 'ours', name: WORDS, how: WORDS, naming: { template: '{mitarbeiternummer}' }, limits }
  const path = join(createTempFolder(), 'targets.json')
  writeFileSync(path, JSON.stringify({ targets: [{ ...target, renditions: [SMALL_JPEG] }] }))
  return { EXPORT_TARGETS_FILE: path }
}

/** Six people in three parts of two people each. */
async function threeParts() {
  const desk = startDesk({ settings: withLimits({ photos: 2 }) })
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, COMPLETED_PROJECT.id)).slice(0, 6)
  const wish = { target: 'ours', size: undefined, variant: undefined }
  const scope = peopleScope(people.map(({ id }) => id))
  const done = await ended(viewer, await startExport(viewer, COMPLETED_PROJECT.id, { ...scope, ...wish }))
  expect(done.parts.map(({ photos }) => photos)).toEqual([2, 2, 2])
  const take = async (part: number) => {
    const { files } = await openArchive(viewer, done, part)
    return [...files.keys()].filter(name => name.endsWith('.jpg'))
  }
  const change = async (person: number, ...steps: string[]) => {
    for (const step of steps)
      await desk.service.portal('POST', `/employees/${people[person]?.id}/${step}`, {})
    restart()
  }
  const photosOfParts = async () => (await readExport(viewer, done.id)).parts.map(({ photos }) => photos)
  const fetchAgain = async () => {
    clearStore(desk)
    await viewer.json('POST', `/api/exports/${done.id}/resume`)
    await ended(viewer, done)
  }
  const files = people.map(({ mitarbeiternummer }) => `${mitarbeiternummer}.jpg`)
  return { take, change, fetchAgain, photosOfParts, files }
}

test('no person is lost between two parts when one withdraws after the first was downloaded', async () => {
  const { take, change, files } = await threeParts()
  const taken = await take(1)
  await change(0, 'retake')
  taken.push(...(await take(2)), ...(await take(3)))
  expect(taken).toEqual(files)
})

test('a part that loses all its people is still there, and so are the later parts', async () => {
  const { take, change, photosOfParts, files } = await threeParts()
  await change(0, 'retake')
  await change(1, 'retake')
  expect(await take(3)).toEqual(files.slice(4))
  expect(await photosOfParts()).toEqual([0, 2, 2])
  expect(await take(1)).toEqual([])
})

test('a person who comes back gets into a further part, because the others may be downloaded', async () => {
  const { take, change, fetchAgain, photosOfParts, files } = await threeParts()
  await change(0, 'retake')
  const taken = [...(await take(1)), ...(await take(2)), ...(await take(3))]
  await change(0, 'upload', 'edit', 'approve')
  await fetchAgain()
  expect(await photosOfParts()).toEqual([1, 2, 2, 1])
  expect([...taken, ...(await take(4))].toSorted()).toEqual(files.toSorted())
})

test('no part is larger than its system takes, however many parts there are', async () => {
  const bytes = 1_000_000
  startDesk({ settings: withLimits({ bytes }) })
  const [{ getExportStore }, { finishExport }] = await Promise.all([
    import('#lib/store/export-store.ts'),
    import('#lib/exports/prepare/finish-export.ts'),
  ])
  const sizes = fc.record({
    people: fc.integer({ min: 2, max: 800 }),
    bytes: fc.integer({ min: 10_000, max: 200_000 }),
  })
  await fc.assert(
    fc.asyncProperty(sizes, async photos => {
      const { request, ...row } = exportRowOf({ total: photos.people })
      await getExportStore().create({ ...row, request: { ...(request as object), target: 'ours' } }, NO_QUOTA)
      const done = { state: 'done', bytes: photos.bytes, crc32: 1, sha256: 'a'.repeat(64) } as const
      const entries = Array.from({ length: photos.people }, (_, index) => entryRowOf(index, done))
      await getExportStore().savePlan(row.id, entries, {})
      await finishExport(row)
      const { parts } = (await getExportStore().find(row.id)) ?? row
      expect(parts.reduce((sum, part) => sum + part.photos, 0)).toBe(photos.people)
      for (const part of parts) expect(part.bytes).toBeLessThanOrEqual(bytes)
    }),
    { ...runs(10), examples: [[{ people: 800, bytes: 20_000 }]] },
  )
})
