import { expect, test, vi } from 'vitest'
import type { ExportRequest } from '#lib/exports/contract.ts'
import { readFirstPage, readPeople } from '#lib/exports/read-people.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

const ALL: ExportRequest = { project_id: 7, variant: 'standard', size: null }
const { signal } = new AbortController()

const clientOf = (...pages: EmployeePage[]) =>
  fakeClient({ listEmployees: vi.fn(async (_id, { page = 1 }) => pages[page - 1] ?? pageOf([], page, page)) })

async function readAll(client: ReturnType<typeof clientOf>, request: ExportRequest) {
  const firstPage = await readFirstPage(client, request, signal)
  return readPeople(client, request, { firstPage, signal })
}

test('every page is read anew, in the largest pages there are; the first while a person waits, the others behind', async () => {
  const pages = [1, 2, 3].map(number => pageOf([readyEmployee({ id: number })], number, 3))
  const client = clientOf(...pages)
  expect((await readAll(client, ALL)).map(({ id }) => id)).toEqual([1, 2, 3])
  const query = { per_page: 200, photo_ready: '1' }
  expect(vi.mocked(client.listEmployees).mock.calls).toEqual([
    [7, { ...query, page: 1 }, { signal, fresh: true }],
    [7, { ...query, page: 2 }, { signal, lane: 'background', fresh: true }],
    [7, { ...query, page: 3 }, { signal, lane: 'background', fresh: true }],
  ])
})

test('a selection is looked up among all people, so that a reason can be told', async () => {
  const client = clientOf(pageOf([readyEmployee()]))
  await readAll(client, { ...ALL, employee_ids: [1] })
  const query = { per_page: 200, page: 1 }
  expect(client.listEmployees).toHaveBeenCalledExactlyOnceWith(7, query, { signal, fresh: true })
})

test('a person who moves to the next page meanwhile is there once, as last seen', async () => {
  const moved = readyEmployee({ id: 2, last_name: 'later' })
  const client = clientOf(pageOf([readyEmployee(), readyEmployee({ id: 2 })], 1, 2), pageOf([moved], 2, 2))
  expect(await readAll(client, ALL)).toEqual([readyEmployee(), moved])
})
