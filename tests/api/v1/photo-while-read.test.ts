import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

test('a file stays while a browser reads it; a reader who leaves closes it', async () => {
  const desk = startDesk()
  // Turns off the pin that a path otherwise gets for a minute.
  vi.doMock('#lib/photo-store/photo-pins.ts', async original => ({
    ...(await original<typeof import('#lib/photo-store/photo-pins.ts')>()),
    lendPhoto() {},
  }))
  onTestFinished(() => void vi.doUnmock('#lib/photo-store/photo-pins.ts'))
  const [person] = await listPeople(desk.service, COMPLETED_PROJECT.id)
  const answer = await (await desk.signIn()).call('GET', `/api/v1/employees/${person?.id}/photo`)
  const { isPinned } = await import('#lib/photo-store/photo-pins.ts')
  const photos = join(desk.dataDir, 'photos')
  const entries = readdirSync(photos, { recursive: true, withFileTypes: true })
  const [file = ''] = entries
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
  expect(isPinned(file)).toBe(true)
  await answer.body?.cancel()
  await until('the file is closed', () => !isPinned(file))
})
