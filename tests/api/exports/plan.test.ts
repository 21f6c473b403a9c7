import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ExportPlanResponse, ExportRequestInput } from '#lib/exports/contract.ts'
import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import { BUILT_IN_TARGETS } from '#lib/exports/targets/built-in-targets.ts'
import { COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, SMALL, startExport } from '#tests/support/exports.ts'
import { listEverybody, listPeople } from '#tests/support/mirror.ts'

async function plan(person: Person, projectId: number, changes: Partial<ExportRequestInput> = {}) {
  const body = { project_id: projectId, ...changes }
  const answer = await person.json<{ data: ExportPlanResponse }>('POST', '/api/exports/plan', { body })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

/** A project with more people than one page holds. */
const photoCalls = async (desk: Desk) =>
  (await desk.service.journal()).filter(({ path }) => path.includes('/photo')).length

describe('the plan of an export', () => {
  test('the plan says how many photos, files, calls and how long, with names, and starts nothing', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '120' } })
    const viewer = await desk.signIn('viewer')
    const people = await listPeople(desk.service, COMPLETED_PROJECT.id)
    const planned = await plan(viewer, COMPLETED_PROJECT.id, { target: 'website-jpeg' })
    expect(planned).toMatchObject({
      people: people.length,
      files: 2 * people.length,
      parts: 1,
      calls: people.length,
      calls_per_minute: 120,
    })
    expect(planned.eta_seconds).toBeGreaterThan(0)
    expect(planned.file_names).toHaveLength(5)
    for (const name of planned.file_names) expect(name).toMatch(/^[a-z0-9._-]+-480\.jpg$/)
    expect(await photoCalls(desk)).toBe(0)
    expect((await viewer.json<{ data: unknown[] }>('GET', '/api/exports')).body.data).toEqual([])
  })

  test('the plan shows each template with the names of the first five people', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const people = (await listPeople(desk.service, COMPLETED_PROJECT.id)).slice(0, 5)
    const naming = { ...BY_NUMBER, template: '{id}', pad: 0 }
    const { file_names } = await plan(viewer, COMPLETED_PROJECT.id, { naming, variant: 'transparent' })
    expect(file_names).toEqual(people.map(({ id }) => `${id}.png`))
  })

  test('the plan lists people who are not ready and people with difficult names', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const everybody = await listEverybody(desk.service, MIXED_PROJECT.id)
    const { people, checks } = await plan(viewer, MIXED_PROJECT.id)
    const ready = everybody.filter(({ photo }) => photo.approved && photo.standard_url)
    expect(people).toBe(ready.length)
    const idsOf = (code: string) =>
      checks.find(check => check.code === code)?.employee_ids.toSorted((a, b) => a - b)
    const notReady = everybody.filter(({ photo }) => !photo.standard_url)
    const approvalMissing = notReady.filter(({ status }) => status === 'edited')
    expect(approvalMissing.length).toBeGreaterThan(0)
    expect(idsOf('not_approved')).toEqual(approvalMissing.map(({ id }) => id))
    const waiting = ['not_approved', 'not_available', 'retake'].flatMap(code => idsOf(code) ?? [])
    expect(waiting.toSorted((a, b) => a - b)).toEqual(notReady.map(({ id }) => id))
    expect(idsOf('name_changed')?.length).toBeGreaterThan(0)
    for (const { count, employee_ids } of checks) expect(count).toBe(employee_ids.length)
  })

  test('the plan counts no call for a photo that the desk has already', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const employee_ids = (await listPeople(desk.service, COMPLETED_PROJECT.id))
      .slice(0, 4)
      .map(({ id }) => id)
    const scope = { kind: 'people', employee_ids } as const
    await ended(viewer, await startExport(viewer, COMPLETED_PROJECT.id, { scope, size: SMALL }))
    const again = await plan(viewer, COMPLETED_PROJECT.id, { scope, size: SMALL })
    expect([again.people, again.calls]).toEqual([4, 0])
    expect((await plan(viewer, COMPLETED_PROJECT.id, { scope, size: null })).calls).toBe(4)
    expect((await plan(viewer, COMPLETED_PROJECT.id, { size: SMALL })).calls).toBeGreaterThan(0)
  })

  test('the plan shows the cached data while the limit is used up, and makes no call', async () => {
    const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '10' } })
    const viewer = await desk.signIn('viewer')
    const known = await plan(viewer, MIXED_PROJECT.id)
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 5 * 60_000)
    onTestFinished(() => clock.mockRestore())
    await desk.service.fault({
      times: 99,
      answer: { kind: 'status', status: 429, headers: { 'retry-after': '60' }, body: {} },
    })
    const { people, file_names } = await plan(viewer, MIXED_PROJECT.id)
    expect({ people, file_names }).toEqual({ people: known.people, file_names: known.file_names })
    // For a project that the desk has not read, the answer says when the desk can ask again.
    const body = { project_id: COMPLETED_PROJECT.id }
    expect(await viewer.json('POST', '/api/exports/plan', { body })).toMatchObject({ body: { code: 'busy' } })
  })

  test('the plan of new photos since an export leaves out the people of that export', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const people = await listPeople(desk.service, COMPLETED_PROJECT.id)
    const employee_ids = people.slice(0, 4).map(({ id }) => id)
    const earlier = await startExport(viewer, COMPLETED_PROJECT.id, {
      scope: { kind: 'people', employee_ids },
    })
    await ended(viewer, earlier)
    const scope = { kind: 'since', export_id: earlier.id } as const
    // A finished archive counts only once it was downloaded.
    expect((await plan(viewer, COMPLETED_PROJECT.id, { scope })).people).toBe(people.length)
    await openArchive(viewer, earlier)
    expect((await plan(viewer, COMPLETED_PROJECT.id, { scope })).people).toBe(people.length - 4)
    const other = await desk.signIn('viewer')
    expect(
      await other.json('POST', '/api/exports/plan', { body: { project_id: COMPLETED_PROJECT.id, scope } }),
    ).toMatchObject({ status: 404, body: { code: 'not_found' } })
  })
})

test.each([
  [{ target: 'elsewhere' }, 422, 'invalid'],
  [{ target: 'moodle', size: 1 }, 422, 'invalid'],
  [{ naming: { template: '{login}' } }, 422, 'invalid'],
  [{ scope: { kind: 'everybody' } }, 422, 'invalid'],
  [{ scope: { kind: 'since', export_id: crypto.randomUUID() } }, 404, 'not_found'],
  [{ size: 99 }, 404, 'unknown_size'],
  [{ project_id: 999_999 }, 404, 'not_found'],
])('the plan refuses %o', async (changes, status, code) => {
  const viewer = await startDesk().signIn('viewer')
  const body = { project_id: COMPLETED_PROJECT.id, ...changes }
  expect(await viewer.json('POST', '/api/exports/plan', { body })).toMatchObject({ status, body: { code } })
})

test('the plan reports a wrong placeholder at its field, with its position', async () => {
  const viewer = await startDesk().signIn('viewer')
  const body = { project_id: COMPLETED_PROJECT.id, naming: { template: '{last_name}-{login}' } }
  expect((await viewer.json('POST', '/api/exports/plan', { body })).body.errors).toEqual({
    'naming.template': ['{login} at character 13 is no placeholder.'],
  })
})

test('the targets are listed in the order of the screen, without fields of the server', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const answer = await viewer.json<{ data: Record<string, unknown>[] }>('GET', '/api/exports/targets')
  expect(answer.status).toBe(200)
  expect(answer.body.data.map(({ id }) => id)).toEqual(BUILT_IN_TARGETS.map(({ id }) => id))
  expect(Object.keys(answer.body.data[0] ?? {}).toSorted()).toEqual([
    'flat',
    'how',
    'id',
    'kind',
    'name',
    'naming',
    'overrides',
    'published',
    'search_words',
    'variant',
  ])
})
