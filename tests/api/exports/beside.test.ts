import { expect, test } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, startExport } from '#tests/support/exports.ts'

const PROJECT = COMPLETED_PROJECT.id
const PEOPLE = 36

test('two exports that want the same photos at the same time fetch none of them twice', async () => {
  const desk = startDesk()
  const people = [await desk.signIn('viewer'), await desk.signIn('editor')]
  const archives = people.map(async person =>
    openArchive(person, await ended(person, await startExport(person, PROJECT))),
  )
  for (const { files } of await Promise.all(archives)) expect(files.size).toBe(PEOPLE + 2)
  const photos = (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
  expect(new Set(photos.map(({ path }) => path)).size).toBe(PEOPLE)
  expect(photos).toHaveLength(PEOPLE)
})
