import { describe, expect, test } from 'vitest'
import type { Export, ExportChange } from '#lib/exports/contract.ts'
import { toScopeSince } from '#lib/exports/scope-since.ts'
import type { EmployeePage } from '#lib/portrait-api/contract.ts'
import { COMPLETED_PROJECT, DRAFT_PROJECT, EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { type Person, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, peopleScope, startExport } from '#tests/support/exports.ts'
import { askJson, listPeople } from '#tests/support/mirror.ts'

const PROJECT = COMPLETED_PROJECT.id

type List = { data: Export[]; meta: { current_page: number; last_page: number; total: number } }

const listOf = async (person: Person, query = '') =>
  (await person.json<List>('GET', `/api/exports${query}`)).body
const changesOf = async (person: Person, { id }: { id: string }) =>
  (await person.json<{ data: ExportChange[] }>('GET', `/api/exports/${id}/changes`)).body.data

async function prepared() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, 6)
  const ids = people.map(({ id }) => id)
  const done = await ended(viewer, await startExport(viewer, PROJECT, peopleScope(ids)))
  const step = async (id: number | undefined, ...steps: string[]) => {
    for (const name of steps) await desk.service.portal('POST', `/employees/${id}/${name}`, {})
  }
  return { desk, viewer, people, done, step }
}

describe('the history', () => {
  test('the history of one project holds the exports of no other', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const here = await ended(viewer, await startExport(viewer, DRAFT_PROJECT.id))
    const there = await ended(viewer, await startExport(viewer, EMPTY_PROJECT.id))
    for (const { id, project_id } of [here, there])
      expect((await listOf(viewer, `?project_id=${project_id}`)).data.map(({ id }) => id)).toEqual([id])
  })

  test("the history holds one's own exports, newest first; an administrator sees all, with owners", async () => {
    const { desk, viewer, done } = await prepared()
    const other = await desk.signIn('editor')
    const second = await startExport(other, PROJECT, peopleScope([1]))
    await ended(other, second)
    expect((await listOf(viewer)).data.map(({ id }) => id)).toEqual([done.id])
    const admin = await desk.signIn('admin')
    const all = await listOf(admin)
    expect(all.data.map(({ id }) => id)).toEqual([second.id, done.id])
    expect(all.data.map(({ owner_email }) => owner_email)).toEqual([
      `${other.id}@example.com`,
      `${viewer.id}@example.com`,
    ])
    expect(all.meta).toMatchObject({ current_page: 1, last_page: 1, total: 2 })
  })

  test.each([
    ['?page=2', 200],
    ['?page=0', 422],
    ['?page=x', 422],
    ['?other=1', 422],
  ])('the history answers %s with %i', async (query, status) => {
    const viewer = await startDesk().signIn('viewer')
    expect((await viewer.json('GET', `/api/exports${query}`)).status).toBe(status)
  })
})

describe('changes since an export', () => {
  test('no change is listed when nothing has changed since an export', async () => {
    const { viewer, done } = await prepared()
    expect(await changesOf(viewer, done)).toEqual([])
  })

  test('the changes list new photos, withdrawn ones and people who left, with the outdated files', async () => {
    const { desk, viewer, people, done, step } = await prepared()
    const [retaken, withdrawn, left] = people
    await step(retaken?.id, 'retake', 'upload', 'edit', 'approve')
    await step(withdrawn?.id, 'retake')
    const editor = await desk.signIn('editor')
    await editor.json('DELETE', `/api/v1/employees/${left?.id}`)
    const changes = await changesOf(viewer, done)
    expect(changes.map(({ change, employee_id }) => [change, employee_id])).toEqual([
      ['changed', retaken?.id],
      ['withdrawn', withdrawn?.id],
      ['left', left?.id],
    ])
    // The data of a deleted person is deleted. Only the file name remains, because a person has to remove that file from
    // the other system.
    expect(changes[2]).toMatchObject({
      mitarbeiternummer: '',
      name: '',
      file_names: [`${left?.mitarbeiternummer}.jpg`],
    })
  })

  test('a person whose record is unreadable is not listed as gone', async () => {
    const { desk, viewer, people, done } = await prepared()
    const [unread, left] = people
    await (await desk.signIn('editor')).json('DELETE', `/api/v1/employees/${left?.id}`)
    const path = `/projects/${PROJECT}/employees`
    const page = await askJson<EmployeePage>(desk.service, `${path}?per_page=200`)
    const data = page.data.map(person => (person.id === unread?.id ? null : person))
    const answer = { kind: 'status', status: 200, body: { ...page, data } } as const
    await desk.service.fault({ method: 'GET', path, times: 9, answer })
    const changes = await changesOf(viewer, done)
    expect(changes.map(({ change, employee_id }) => [change, employee_id])).toEqual([['left', left?.id]])
  })

  test('the changes can be exported alone, for the people of that export only', async () => {
    const { viewer, people, done, step } = await prepared()
    await openArchive(viewer, done)
    await step(people[0]?.id, 'retake', 'upload', 'edit', 'approve')
    const newOf = ({ id, request }: Export) => ({ scope: toScopeSince({ id, scope: request.scope }) })
    const delta = await ended(viewer, await startExport(viewer, PROJECT, newOf(done)))
    expect(delta).toMatchObject({ state: 'ready', done: 1, total: 1 })
    expect(await changesOf(viewer, delta)).toEqual([])
    expect(newOf(delta).scope.of).toEqual(done.request.scope)
    const { files } = await openArchive(viewer, delta)
    expect(files.has(`${people[0]?.mitarbeiternummer}.jpg`)).toBe(true)
    expect(files.has(`${people[1]?.mitarbeiternummer}.jpg`)).toBe(false)
  })

  test('the changes for a system count from all that it got, not from the last delivery alone', async () => {
    const { desk, viewer, people, done, step } = await prepared()
    await openArchive(viewer, done)
    const since = (of: Export) => startExport(viewer, PROJECT, { scope: { kind: 'since', export_id: of.id } })
    const rest = await ended(viewer, await since(done))
    await openArchive(viewer, rest)
    const everybody = await listPeople(desk.service, PROJECT)
    expect(rest.done).toBe(everybody.length - people.length)
    await step(people[0]?.id, 'retake', 'upload', 'edit', 'approve')
    expect((await changesOf(viewer, rest)).map(({ change, employee_id }) => [change, employee_id])).toEqual([
      ['changed', people[0]?.id],
    ])
    expect(await ended(viewer, await since(rest))).toMatchObject({ done: 1 })
  })

  test('the changes for one system do not count what another system has got', async () => {
    const { viewer, people, done } = await prepared()
    await openArchive(viewer, done)
    const other = { ...peopleScope([people[0]?.id ?? 0]), target: 'name' }
    const named = await ended(viewer, await startExport(viewer, PROJECT, other))
    await openArchive(viewer, named)
    const count = async (scope: object) => {
      const body = { project_id: PROJECT, target: 'name', ...scope }
      const plan = await viewer.json<{ data: { people: number } }>('POST', '/api/exports/plan', { body })
      return plan.body.data.people
    }
    expect(await count({ scope: { kind: 'since', export_id: named.id } })).toBe((await count({})) - 1)
  })

  test("the changes since another person's export are hidden, and cannot be exported", async () => {
    const { desk, done } = await prepared()
    const other = await desk.signIn('editor')
    expect((await other.json('GET', `/api/exports/${done.id}/changes`)).status).toBe(404)
    const body = { project_id: PROJECT, scope: { kind: 'since', export_id: done.id } }
    expect((await other.json('POST', '/api/exports', { body })).status).toBe(404)
  })
})

test('a person cannot have more than five exports under way', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  await desk.service.fault({
    path: '/employees/*/photo',
    times: 999,
    answer: { kind: 'delay', ms: 60_000 },
  })
  const started = await Promise.all(Array.from({ length: 5 }, () => startExport(viewer, PROJECT)))
  const body = { project_id: PROJECT }
  expect(await viewer.json('POST', '/api/exports', { body })).toMatchObject({
    status: 429,
    body: { code: 'too_many_exports' },
  })
  await viewer.json('DELETE', `/api/exports/${started[0]?.id}`)
  await startExport(viewer, PROJECT)
  for (const { id } of (await listOf(viewer)).data) await viewer.json('DELETE', `/api/exports/${id}`)
})
