import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ProjectTasks } from '#lib/overview/contract.ts'
import { type Employee, employeeListResponse, type Project } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus, PORTRAIT_STATUSES } from '#lib/portrait-api/portrait-status.ts'
import type { ProjectStatusCounts } from '#lib/projects/contract.ts'
import { COMPLETED_PROJECT, LARGE_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { stopClock } from '#tests/support/clock.ts'
import { CANARY_KEY, type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { askJson } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PATH = '/api/projects/status-counts'
const FIVE_MINUTES_MS = 5 * 60_000

async function read(person: Person, path = PATH): Promise<ProjectStatusCounts> {
  return (await person.json<{ data: ProjectStatusCounts }>('GET', path)).body.data
}

async function readAll(person: Person, path = PATH): Promise<ProjectStatusCounts> {
  let last: ProjectStatusCounts | undefined
  await until('all bars are counted', async () => {
    last = await read(person, path)
    return last.complete
  })
  if (!last) throw new Error('Nothing was counted.')
  return last
}

/** Counts the people of a project at the service itself, page by page. */
async function countTruth(desk: Desk, projectId: number) {
  const counts: Record<string, number> = Object.fromEntries(PORTRAIT_STATUSES.map(status => [status, 0]))
  for (let page = 1, last = 1; page <= last; page += 1) {
    const path = `/projects/${projectId}/employees?per_page=200&page=${page}`
    const answer = employeeListResponse.parse(await askJson(desk.service, path))
    last = answer.meta.last_page
    for (const employee of answer.data)
      counts[getPortraitStatus(employee)] = (counts[getPortraitStatus(employee)] ?? 0) + 1
  }
  return counts
}

describe('GET /api/projects/status-counts', () => {
  test('the counts answer before anything is counted, and then with the numbers of the service', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    expect((await read(viewer)).complete).toBe(false)
    const { counts } = await readAll(viewer)
    for (const { id } of [LARGE_PROJECT, MIXED_PROJECT, COMPLETED_PROJECT])
      expect(counts[id], String(id)).toEqual(await countTruth(desk, id))
  })

  test('the counts include archived projects only for a page that shows them', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const without = Object.keys((await readAll(viewer)).counts)
    const archived = (await askJson<{ data: Project[] }>(desk.service, '/projects')).data
      .filter(({ status }) => status === 'archived')
      .map(({ id }) => String(id))
    expect(archived.length).toBeGreaterThan(0)
    expect(without).not.toEqual(expect.arrayContaining(archived))
    expect(Object.keys((await readAll(viewer, `${PATH}?archived=1`)).counts)).toEqual(
      expect.arrayContaining([...without, ...archived]),
    )
  })

  test('the counts are made once for everybody with the same key, without a call for cached people', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_CACHE_MS: '60000' } })
    const [one, other] = [await desk.signIn('viewer'), await desk.signIn('editor')]
    await Promise.all([readAll(one), readAll(other)])
    const calls = (await desk.service.journal()).map(({ path }) => path)
    expect(calls.filter(path => path.includes(`/projects/${LARGE_PROJECT.id}/`))).toHaveLength(5)
    expect(calls.filter(path => path.includes(`/projects/${MIXED_PROJECT.id}/`))).toHaveLength(3)
    await Promise.all([read(one), read(other)])
    expect((await desk.service.journal()).map(({ path }) => path)).toEqual(calls)
  })

  test('the counts of a project are made again after a person was added', async () => {
    const desk = startDesk()
    const editor = await desk.signIn('editor')
    const before = (await readAll(editor)).counts[COMPLETED_PROJECT.id]
    const body = { first_name: 'Neu', last_name: 'Dabei', email: 'neu.dabei@example.com' }
    const path = `/api/v1/projects/${COMPLETED_PROJECT.id}/employees`
    expect((await editor.call('POST', path, { body })).status).toBe(201)
    expect((await readAll(editor)).counts[COMPLETED_PROJECT.id]).toEqual({
      ...before,
      pending: (before?.pending ?? 0) + 1,
    })
  })
})

describe('the first page of a desk that has just started', () => {
  async function untilCounted(projects: Project[]) {
    const [{ peekStatusCounts, untilCountedOnce }, { connectWithKey }] = await Promise.all([
      import('#lib/projects/status-counts.ts'),
      import('#lib/portrait-api/connect.ts'),
    ])
    const client = connectWithKey(CANARY_KEY)
    await untilCountedOnce(client, projects)
    return peekStatusCounts(client, projects)
  }

  test('the first page waits until the active projects are counted', async () => {
    const desk = startDesk()
    await desk.signIn('viewer')
    // The page's timeout never passes here: a slow machine may need longer to count.
    stopClock()
    const { data: projects } = await askJson<{ data: Project[] }>(desk.service, '/projects')
    const open = projects.filter(({ status }) => status === 'active' || status === 'draft')
    const { counts } = await untilCounted(projects)
    expect(Object.keys(counts)).toEqual(expect.arrayContaining(open.map(({ id }) => String(id))))
  })

  test('the first page does not wait for a service that does not answer', async () => {
    const desk = startDesk()
    await desk.signIn('viewer')
    const { data: projects } = await askJson<{ data: Project[] }>(desk.service, '/projects')
    for (const { id } of projects) {
      const path = `/projects/${id}/employees`
      await desk.service.fault({ path, times: 99, answer: { kind: 'delay', ms: 30_000, phase: 'before' } })
    }
    expect((await untilCounted(projects)).complete).toBe(false)
  })
})

/** Makes the desk read everybody, as a visit of the project does. */
async function lookAtEverybody() {
  const [{ loadRoster }, { connectWithKey }] = await Promise.all([
    import('#lib/employees/roster.ts'),
    import('#lib/portrait-api/connect.ts'),
  ])
  return loadRoster(connectWithKey(CANARY_KEY), MIXED_PROJECT.id, { maxAgeMs: 0 })
}

test('the counts of people who are already read cost no call', async () => {
  const desk = startDesk()
  const editor = await desk.signIn('editor')
  await readAll(editor)
  const people = await lookAtEverybody()
  const waiting = people.find((person: Employee) => getPortraitStatus(person) === 'pending')
  const before = (await desk.service.journal()).length
  await editor.call('DELETE', `/api/v1/employees/${waiting?.id}`)
  const truth = await countTruth(desk, MIXED_PROJECT.id)
  expect((await read(editor)).counts[MIXED_PROJECT.id]).toEqual(truth)
  const after = (await desk.service.journal()).slice(before).map(({ path }) => path)
  expect(after.filter(path => path.includes(`/projects/${MIXED_PROJECT.id}/`))).toEqual([])
})

test('the counts and tasks show a change made here at once, however old the last read is', async () => {
  const desk = startDesk()
  const editor = await desk.signIn('editor')
  await readAll(editor)
  const people = await lookAtEverybody()
  const before = (await read(editor)).counts[MIXED_PROJECT.id]
  const passed = performance.now()
  const now = vi.spyOn(performance, 'now').mockImplementation(() => passed + FIVE_MINUTES_MS)
  onTestFinished(() => now.mockRestore())
  // No person can be read again, as when a download uses all calls.
  const path = `/projects/${MIXED_PROJECT.id}/employees`
  await desk.service.fault({ path, times: 99, answer: { kind: 'drop' } })
  const waiting = people.find((person: Employee) => getPortraitStatus(person) === 'pending')
  expect((await editor.call('DELETE', `/api/v1/employees/${waiting?.id}`)).status).toBe(204)
  const left = (before?.pending ?? 0) - 1
  expect((await read(editor)).counts[MIXED_PROJECT.id]).toEqual({ ...before, pending: left })
  const { body } = await editor.json<{ data: ProjectTasks }>('GET', '/api/projects/tasks')
  expect(body.data[MIXED_PROJECT.id]).toContainEqual(
    expect.objectContaining({ kind: 'pending', count: left }),
  )
})
