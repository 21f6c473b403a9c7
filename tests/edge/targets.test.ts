import { expect, test } from 'vitest'
import type { ExportTarget } from '#lib/exports/contract.ts'
import { ask } from '#tests/support/http-client.ts'
import { startExportDesk } from './export-desk.ts'
import { TARGETS_PORT as PORT } from './start-desks.ts'

test('the built desk prepares an archive with its size for every system, in both languages', async () => {
  const { headers, prepare, read } = await startExportDesk(PORT, { people: 2, photoBytes: 2000 })
  const targets = await read<ExportTarget[]>('/api/exports/targets')
  expect(targets.length).toBeGreaterThan(10)
  for (const [index, { id: target }] of targets.entries()) {
    const { path, bytes } = await prepare({ target, size: 'auto', locale: index % 2 === 0 ? 'de' : 'en' })
    for (const method of ['HEAD', 'GET']) {
      const answer = await ask(PORT, { method, path, headers })
      expect([answer.status, Number(answer.headers['content-length'])], target).toEqual([200, bytes])
    }
  }
})
