import { expect, test, vi } from 'vitest'
import type { ExportRequest } from '#lib/exports/contract.ts'
import { readFirstPage, readPeople } from '#lib/exports/plan/read-people.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { pageOf, photoOf, readyEmployee } from '#tests/support/people.ts'

const ALL: ExportRequest = { project_id: 7, scope: { kind: 'approved' }, target: 'number', locale: 'de' }
const { signal } = new AbortController()
const since = expect.any(Number)

/** Returns the pages as the service gives them, each with the total. */
const withTotal = (total: number, ...pages: EmployeePage[]) =>
  pages.map(page => ({ ...page, meta: { ...page.meta, total } }))

const clientOf = (...pages: EmployeePage[]) =>
  fakeClient({ listEmployees: vi.fn(async (_id, { page = 1 }) => pages[page - 1] ?? pageOf([], page, page)) })

async function readAll(client: ReturnType<typeof clientOf>, request: ExportRequest) {
  const firstPage = await readFirstPage(client, request, { signal })
  return readPeople(client, request, { firstPage, signal })
}

test('an export reads every page again in the largest size, the first one interactively', async () => {
  const pages = [1, 2, 3].map(number => pageOf([readyEmployee({ id: number })], number, 3))
  const client = clientOf(...withTotal(3, ...pages))
  const { people, unreadable } = await readAll(client, ALL)
  expect([people.map(({ id }) => id), unreadable]).toEqual([[1, 2, 3], 0])
  const query = { per_page: 200 }
  expect(vi.mocked(client.listEmployees).mock.calls).toEqual([
    [7, { ...query, page: 1 }, { signal, fresh: true, since }],
    [7, { ...query, page: 3 }, { signal, lane: 'background', fresh: true, since }],
    [7, { ...query, page: 2 }, { signal, lane: 'background', fresh: true, since }],
    [7, { ...query, page: 1 }, { signal, lane: 'background', fresh: true, since }],
  ])
})

test.each(['people', 'approved'] as const)(
  'an export of %s reads everybody, ready or not, so that it can give reasons',
  async kind => {
    const client = clientOf(pageOf([readyEmployee()]))
    await readAll(client, { ...ALL, scope: kind === 'people' ? { kind, employee_ids: [1] } : { kind } })
    const query = { per_page: 200, page: 1 }
    expect(client.listEmployees).toHaveBeenCalledExactlyOnceWith(7, query, { signal, fresh: true, since })
  },
)

test('people who come or go during the reading cost nobody a place in the export', async () => {
  const [one, two, three] = [1, 2, 3].map(id => readyEmployee({ id }))
  if (!one || !two || !three) throw new Error('three people')
  const before = withTotal(3, pageOf([one, two], 1, 2))
  const after = withTotal(2, pageOf([two, three], 1, 2), pageOf([], 2, 2))
  const answers = [...before, ...after.slice(1), ...after].values()
  const client = fakeClient({ listEmployees: vi.fn(async () => answers.next().value ?? pageOf([])) })
  expect(await readAll(client, ALL)).toMatchObject({ people: [two, three] })
  expect(client.listEmployees).toHaveBeenCalledTimes(4)
})

test('an employee who approves while the other pages are read counts as approved', async () => {
  const [anna, ben] = [1, 2].map(id => readyEmployee({ id, photo: photoOf(id, { approved: false }) }))
  if (!anna || !ben) throw new Error('two people')
  const pages = withTotal(2, pageOf([anna], 1, 2), pageOf([ben], 2, 2))
  const client = clientOf(...pages)
  client.recent.see(anna, { sentAt: 0 })
  client.recent.see(ben, { sentAt: 0 })
  client.recent.see(readyEmployee({ id: 2 }), { sentAt: 20 })
  expect(await readAll(client, ALL)).toMatchObject({ people: [anna, readyEmployee({ id: 2 })] })
})

test('a list that keeps changing fails the export instead of a partial one', async () => {
  let total = 3
  const client = fakeClient({
    listEmployees: vi.fn(async () => {
      total += 1
      return withTotal(total, pageOf([readyEmployee()]))[0] ?? pageOf([])
    }),
  })
  await expect(readAll(client, ALL)).rejects.toMatchObject({ code: 'list_unsteady' })
})
