import { expect, test, vi } from 'vitest'
import type { Project } from '#lib/portrait-api/contract.ts'
import type { EmployeeQuery } from '#lib/portrait-api/input-contract.ts'
import { countStatuses } from '#lib/projects/count-statuses.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

const project = (employees_count: number | null): Project => ({
  id: 7,
  projektnummer: '2026-7',
  name: 'Köln',
  status: 'active',
  start_date: null,
  deadline: '2026-12-01',
  employees_count,
})

/** A service that returns only totals. */
function numbers(totals: Record<string, number>) {
  return vi.fn(async (_project: number, { status, photo_ready }: EmployeeQuery) => ({
    data: [],
    unreadable: 0,
    links: { next: null },
    meta: { current_page: 1, last_page: 1, per_page: 1, total: totals[`${status}${photo_ready ?? ''}`] ?? 0 },
  }))
}

test('a large project costs five calls in the background', async () => {
  const listEmployees = numbers({ pending: 100, uploaded: 50, retake: 10, edited: 4800, edited1: 4000 })
  const counts = await countStatuses(fakeClient({ listEmployees }), project(5000))
  expect(counts).toEqual({ pending: 100, uploaded: 50, edited: 800, approved: 4000, retake: 10, other: 40 })
  expect(listEmployees).toHaveBeenCalledTimes(5)
  for (const [, query, options] of listEmployees.mock.calls as unknown as [number, EmployeeQuery, object][]) {
    expect(query.per_page).toBe(1)
    expect(options).toMatchObject({ lane: 'idle' })
  }
})

test('an empty project costs no call', async () => {
  const counts = await countStatuses(fakeClient({}), project(0))
  expect(Object.values(counts)).toEqual([0, 0, 0, 0, 0, 0])
})

test('counts that do not add up are not shown', async () => {
  const listEmployees = numbers({ pending: 900, edited: 900, edited1: 900 })
  await expect(countStatuses(fakeClient({ listEmployees }), project(900))).rejects.toMatchObject({
    code: 'list_unsteady',
  })
})

test('people with another status than the one queried count as other', async () => {
  const listEmployees = vi.fn(async (_project: number, { status }: EmployeeQuery) => {
    const data = status === 'edited' ? [readyEmployee({ status: 'photo_approved' })] : []
    const page = { ...pageOf(data), meta: { current_page: 1, last_page: 1, per_page: 1 } }
    return { ...page, meta: { ...page.meta, total: status === 'edited' ? 4800 : 50 } }
  })
  const counts = await countStatuses(fakeClient({ listEmployees }), project(5000))
  expect(counts).toEqual({ pending: 50, uploaded: 50, edited: 0, approved: 0, retake: 50, other: 4850 })
})

test('a project without a count of people is queried for it', async () => {
  const listEmployees = numbers({ undefined: 5000, pending: 5000 })
  expect(await countStatuses(fakeClient({ listEmployees }), project(null))).toMatchObject({
    pending: 5000,
    other: 0,
  })
  expect(listEmployees).toHaveBeenCalledTimes(6)
})
