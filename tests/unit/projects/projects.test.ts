import { expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import { listProjects, requireProject, showProject, showProjects } from '#lib/projects/projects.ts'
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

test('a project is found in the list, archived or not, and any other is not_found', async () => {
  expect(await requireProject(client(), 7)).toEqual(PROJECT)
  await expect(requireProject(client(), 8)).rejects.toMatchObject({ code: 'not_found' })
})

test.each([
  'busy',
  'service_unreachable',
  'service_timeout',
  'gateway_answered',
  'bad_service_answer',
] as const)(
  'cached projects are shown while the service answers %s, but not an unknown project',
  async code => {
    const failing = client()
    const { recent } = failing
    vi.mocked(failing.listProjects).mockRejectedValue(new DeskError(code))
    await expect(showProjects(failing)).rejects.toMatchObject({ code })
    recent.seeProjects([PROJECT], 0)
    expect(await showProjects(failing)).toEqual({ data: [PROJECT], unreadable: 0 })
    expect(await showProject(failing, 7)).toEqual(PROJECT)
    await expect(showProject(failing, 8)).rejects.toMatchObject({ code })
  },
)

test('a refused key, or a newer list, overrides the cached projects', async () => {
  const one = client()
  one.recent.seeProjects([{ ...PROJECT, name: 'Before' }], 0)
  expect(await showProject(one, 7)).toEqual(PROJECT)
  vi.mocked(one.listProjects).mockRejectedValue(new DeskError('key_rejected'))
  await expect(showProject(one, 7)).rejects.toMatchObject({ code: 'key_rejected' })
})

test('showing a project waits for no slot, and takes none', async () => {
  const one = client()
  one.recent.seeProjects([PROJECT], 0)
  for (let call = 0; call < 120; call++) (await one.budget.acquire('background')).arrived()
  expect(await showProject(one, 7)).toEqual(PROJECT)
  expect(one.listProjects).not.toHaveBeenCalled()
})
