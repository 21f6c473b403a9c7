import { expect, test, vi } from 'vitest'
import { listProjects, requireProject } from '#lib/projects/projects.ts'
import { fakeClient } from '#tests/support/fake-client.ts'

const PROJECT = {
  id: 7,
  projektnummer: '2026-1',
  name: 'Köln',
  status: 'archived',
  start_date: null,
  deadline: '2026-12-01',
  employees_count: 0,
} as const

const client = () => fakeClient({ listProjects: vi.fn(async () => ({ data: [PROJECT], unreadable: 0 })) })

test('projects are those of the service', async () => {
  expect(await listProjects(client())).toEqual({ data: [PROJECT], unreadable: 0 })
})

test('one project is found among them, archived or not; another is not_found', async () => {
  expect(await requireProject(client(), 7)).toEqual(PROJECT)
  await expect(requireProject(client(), 8)).rejects.toMatchObject({ code: 'not_found' })
})
