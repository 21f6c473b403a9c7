import { expect, test, vi } from 'vitest'
import { findEverywhere } from '#lib/projects/find-everywhere.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

const project = (id: number) => ({
  id,
  projektnummer: `2026-${id}`,
  name: `Project ${id}`,
  status: 'active',
  start_date: null,
  deadline: `2027-01-${String(id).padStart(2, '0')}`,
  employees_count: 1,
})

/** Opens a service with one Anna in each project. */
function open() {
  const listEmployees = vi.fn(async (id: number, _query: object, _options?: { lane?: string }) =>
    pageOf([readyEmployee({ id: 100 + id, project_id: id, first_name: 'Anna', last_name: `Nummer${id}` })]),
  )
  const client = fakeClient({ listEmployees, keyFingerprint: `key ${Math.random()}` })
  const search = (projects: number[], query = 'anna') =>
    findEverywhere(client, { projects: projects.map(project), query })
  return { listEmployees, search }
}

test('a search reads one project after the other, names it, and shares calls with jobs', async () => {
  const { listEmployees, search } = open()
  expect(search([1, 2]).meta).toMatchObject({ searched: 0, projects: 2, reading: 1, complete: false })
  await vi.waitFor(() => expect(search([1, 2]).meta.searched).toBe(1))
  await vi.waitFor(() =>
    expect(search([1, 2]).meta).toMatchObject({ searched: 2, reading: null, complete: true }),
  )
  expect(search([1, 2]).data.map(({ id }) => id)).toEqual([101, 102])
  expect(listEmployees.mock.calls.map(([id]) => id)).toEqual([1, 2])
  for (const [, , options] of listEmployees.mock.calls) expect(options?.lane).toBe('background')
})

test('a search with more matches than its list can show counts them', async () => {
  const { listEmployees, search } = open()
  listEmployees.mockImplementation(async id =>
    pageOf(
      Array.from({ length: 15 }, (_, index) =>
        readyEmployee({
          id: id * 100 + index,
          project_id: id,
          first_name: 'Anna',
          last_name: `Nummer${index}`,
        }),
      ),
    ),
  )
  search([1, 2])
  await vi.waitFor(() => expect(search([1, 2]).meta).toMatchObject({ complete: true, total: 30 }))
  expect(search([1, 2]).data).toHaveLength(20)
  expect(search([1, 2], 'nummer3').meta.total).toBe(2)
})

test('a search over very many projects reads the most important ones, and counts the others', async () => {
  const { search } = open()
  const all = Array.from({ length: 25 }, (_, index) => index + 1)
  expect(search(all).meta).toMatchObject({ projects: 20, left_out: 5 })
})

test('a project that fails does not end the search, counts as not searched and is retried', async () => {
  const { listEmployees, search } = open()
  listEmployees.mockRejectedValueOnce(new Error('down'))
  search([1, 2])
  await vi.waitFor(() =>
    expect(search([1, 2]).meta).toMatchObject({ searched: 1, failed: 1, projects: 2, complete: true }),
  )
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 6_000)
  await vi.waitFor(() =>
    expect(search([1, 2]).meta).toMatchObject({ searched: 2, failed: 0, complete: true }),
  )
})

test('a project that fails later keeps its known people, and counts as not searched', async () => {
  const { listEmployees, search } = open()
  search([1])
  await vi.waitFor(() => expect(search([1]).meta).toMatchObject({ searched: 1, complete: true }))
  listEmployees.mockRejectedValue(new Error('down'))
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + 11 * 60_000)
  search([1])
  await vi.waitFor(() => expect(search([1]).meta).toMatchObject({ searched: 0, failed: 1, complete: true }))
  expect(search([1]).data.map(({ id }) => id)).toEqual([101])
})
