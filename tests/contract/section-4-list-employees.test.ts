import { describe, expect, test } from 'vitest'
import { EMPTY_PROJECT, LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { startSandbox } from './support/start-sandbox.ts'
import { listAll, listPage, toRefusal } from './support/walk.ts'

test('section 4, GET employees: a page has 50 by default, ordered by id, with links and meta', async () => {
  const { data, links, meta } = await listPage(startSandbox(), LARGE_PROJECT.id)
  expect(data).toHaveLength(50)
  expect(data.map(({ id }) => id)).toEqual(data.map(({ id }) => id).toSorted((a, b) => a - b))
  expect(meta).toEqual({ current_page: 1, last_page: 14, per_page: 50, total: 700 })
  expect(links.next).toBe(`http://service.test/api/v1/projects/${LARGE_PROJECT.id}/employees?page=2`)
})

test('section 4, GET employees: a walk over all pages finds everybody once', async () => {
  const ids = (await listAll(startSandbox(), LARGE_PROJECT.id)).map(({ id }) => id)
  expect(new Set(ids).size).toBe(700)
})

test('section 4, GET employees: links.next keeps the filters and is null on the last page', async () => {
  const sandbox = startSandbox()
  const first = await listPage(sandbox, MIXED_PROJECT.id, '?status=edited&photo_ready=1&per_page=50')
  expect(first.links.next).toContain('status=edited&photo_ready=1&per_page=50&page=2')
  const last = await listPage(sandbox, MIXED_PROJECT.id, `?per_page=200&page=2`)
  expect(last.links.next).toBeNull()
  expect(last.data).toHaveLength(40)
})

test('section 4, GET employees: a page behind the last one or of an empty project is empty', async () => {
  const sandbox = startSandbox()
  const behind = await listPage(sandbox, MIXED_PROJECT.id, '?page=99')
  expect(behind).toMatchObject({ data: [], links: { next: null }, meta: { current_page: 99, total: 240 } })
  const empty = await listPage(sandbox, EMPTY_PROJECT.id)
  expect(empty).toMatchObject({ data: [], links: { next: null }, meta: { last_page: 1, total: 0 } })
})

test.each(['pending', 'uploaded', 'edited', 'retake'])(
  'section 4, GET employees: status=%s lists these people and no others',
  async status => {
    const sandbox = startSandbox()
    const all = await listAll(sandbox, MIXED_PROJECT.id)
    const filtered = await listAll(sandbox, MIXED_PROJECT.id, `&status=${status}`)
    expect(filtered).toEqual(all.filter(employee => employee.status === status))
    expect(filtered.length).toBeGreaterThan(0)
  },
)

test('section 4, GET employees: photo_ready=1 lists exactly the people with a ready JPEG', async () => {
  const sandbox = startSandbox()
  const all = await listAll(sandbox, MIXED_PROJECT.id)
  const ready = await listAll(sandbox, MIXED_PROJECT.id, '&photo_ready=1')
  expect(ready).toEqual(all.filter(({ photo }) => photo.standard_url !== null))
  expect(ready.length).toBeGreaterThan(0)
})

test('section 4, GET employees: mitarbeiternummer matches letter case and leading zeros', async () => {
  const sandbox = startSandbox()
  for (const number of ['ab-17', 'AB-17', '00042', '42', '007/13', 'Größe-5', '12:30*?']) {
    const { data } = await listPage(
      sandbox,
      LARGE_PROJECT.id,
      `?mitarbeiternummer=${encodeURIComponent(number)}`,
    )
    expect(data.map(({ mitarbeiternummer }) => mitarbeiternummer)).toEqual([number])
  }
  expect((await listPage(sandbox, LARGE_PROJECT.id, '?mitarbeiternummer=4')).data).toEqual([])
})

describe('section 4, GET employees: invalid parameters', () => {
  test.each([
    ['status=done', 'status'],
    ['status=', 'status'],
    ['photo_ready=yes', 'photo_ready'],
    ['photo_ready=0', 'photo_ready'],
    ['per_page=0', 'per_page'],
    ['per_page=201', 'per_page'],
    ['per_page=1e2', 'per_page'],
    ['per_page=-1', 'per_page'],
    ['page=0', 'page'],
    ['page=1.5', 'page'],
    ['page=x', 'page'],
  ])('section 4, GET employees: %s is a 422 that names the parameter', async (query, field) => {
    const answer = await startSandbox().api('GET', `/projects/${MIXED_PROJECT.id}/employees?${query}`)
    expect(await toRefusal(answer)).toEqual({ status: 422, fields: [field] })
  })
})

test('section 4, GET employees: unknown parameters are ignored', async () => {
  const { meta } = await listPage(startSandbox(), MIXED_PROJECT.id, '?per_page=200&sort=name')
  expect(meta.total).toBe(240)
})
