import { expect, onTestFinished, test, vi } from 'vitest'
import { COMPLETED_PROJECT } from '#sandbox/seed/projects.ts'
import { startDesk } from '#tests/support/desk.ts'
import { SMALL } from '#tests/support/exports.ts'
import { COLUMNS, importRows } from '#tests/support/imports.ts'
import { listPeople } from '#tests/support/mirror.ts'

test('a disk with no more than its reserve takes nothing new from anybody, and says so', async () => {
  const desk = startDesk()
  const anna = await desk.signIn()
  vi.doMock('node:fs/promises', async original => ({
    ...(await original<typeof import('node:fs/promises')>()),
    statfs: async () => ({ bavail: 16 * 1024, bsize: 1024 }),
  }))
  vi.resetModules()
  onTestFinished(() => void vi.doUnmock('node:fs/promises'))
  const project = COMPLETED_PROJECT.id
  const [person] = await listPeople(desk.service, project)
  const employee_ids = [person?.id ?? 0]
  const bodies = {
    '/api/exports': { project_id: project, size: SMALL },
    '/api/batches': { project_id: project, action: 'delete', employee_ids },
    [`/api/projects/${project}/imports`]: { file_name: 'x', columns: COLUMNS, rows: importRows(1) },
  }
  for (const [path, body] of Object.entries(bodies))
    expect(await anna.json('POST', path, { body })).toMatchObject({
      status: 507,
      body: { code: 'disk_full' },
    })
  expect((await anna.json('GET', '/api/exports')).status).toBe(200)
})
