import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ProjectTasks } from '#lib/overview/contract.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { COMPLETED_PROJECT, DRAFT_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { confirm, create, createFolder, lastRun, toFolder } from '#tests/support/deliveries.ts'
import { type Person, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, readExport, SMALL, startExport } from '#tests/support/exports.ts'
import { listEverybody } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = MIXED_PROJECT.id

async function readTasks(person: Person): Promise<ProjectTasks> {
  return (await person.json<{ data: ProjectTasks }>('GET', '/api/projects/tasks')).body.data
}

/** Waits until the bars are counted, like the page of projects; the tasks are known then. */
async function untilCounted(person: Person): Promise<void> {
  await until('all bars are counted', async () => {
    const { body } = await person.json<{ data: { complete: boolean } }>('GET', '/api/projects/status-counts')
    return body.data.complete
  })
}

const task = (kind: string, count: number) => ({ kind, count, target: null, since: null, download: null })

describe('GET /api/projects/tasks', () => {
  test('the tasks give the people of the table in active projects, and read nobody', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    expect(await readTasks(viewer)).toEqual({})
    await untilCounted(viewer)
    const calls = (await desk.service.journal()).length
    const tasks = await readTasks(viewer)
    const later = (await desk.service.journal()).slice(calls)
    expect(later.filter(({ path }) => path.includes('/employees'))).toEqual([])
    const people = await listEverybody(desk.service, PROJECT)
    const count = (status: string) => people.filter(person => getPortraitStatus(person) === status).length
    expect(tasks[PROJECT]).toEqual([
      task('pending', count('pending')),
      task('uninvited', people.filter(({ invited_at }) => invited_at === null).length),
      task('retake', count('retake')),
      task('edited', count('edited')),
      task('approved', count('approved')),
    ])
    expect(tasks).not.toHaveProperty(String(COMPLETED_PROJECT.id))
  })

  test('the tasks stay as long as the bars show their numbers without a new count', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await untilCounted(viewer)
    const before = (await readTasks(viewer))[DRAFT_PROJECT.id]
    expect(before).toContainEqual(task('uninvited', 18))
    const now = performance.now.bind(performance)
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 20 * 60_000)
    onTestFinished(() => clock.mockRestore())
    expect((await readTasks(viewer))[DRAFT_PROJECT.id]).toEqual(before)
  })

  test('the tasks of a project without invitations are one, not two: nobody can have sent a photo', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await untilCounted(viewer)
    expect((await readTasks(viewer))[DRAFT_PROJECT.id]).toEqual([task('uninvited', 18)])
  })

  test('the tasks say since when people wait for an invitation, if the desk has added them', async () => {
    const desk = startDesk()
    const editor = await desk.signIn('editor')
    await untilCounted(editor)
    const uninvited = async () =>
      ((await readTasks(editor))[DRAFT_PROJECT.id] ?? []).find(({ kind }) => kind === 'uninvited')
    expect(await uninvited()).toEqual(task('uninvited', 18))
    const begun = new Date().toISOString()
    for (const name of ['eins', 'zwei'])
      await editor.json('POST', `/api/v1/projects/${DRAFT_PROJECT.id}/employees`, {
        body: { first_name: 'Anna', last_name: name, email: `${name}@firma.example` },
      })
    const between = new Date().toISOString()
    const { since = null, ...rest } = (await uninvited()) ?? {}
    expect(rest).toEqual({ kind: 'uninvited', count: 20, target: null, download: null })
    expect(since && begun <= since && since <= between).toBe(true)
    // People who are gone do not wait.
    const [first] = (await listEverybody(desk.service, DRAFT_PROJECT.id)).filter(
      ({ last_name }) => last_name === 'eins',
    )
    await editor.json('DELETE', `/api/v1/employees/${first?.id}`)
    const later = await uninvited()
    expect(later?.count).toBe(19)
    expect(String(later?.since) > String(since)).toBe(true)
  })

  test('the tasks offer no download while a delivery is on, and afterwards only the missing photos', async () => {
    const { folder, settings } = createFolder()
    const desk = startDesk({ settings })
    const [admin, editor] = [await desk.signIn('admin'), await desk.signIn('editor')]
    await untilCounted(editor)
    const toDownload = async () =>
      ((await readTasks(editor))[PROJECT] ?? []).filter(({ kind }) => kind === 'approved')
    const delivery = await create(
      admin,
      toFolder(folder, { request: { project_id: PROJECT, target: 'number', size: SMALL } }),
    )
    const review = await lastRun(admin, delivery, 'review')
    expect(await toDownload()).not.toEqual([])
    const { counts } = await confirm(editor, review)
    expect(await toDownload()).toEqual([])

    await editor.json('PATCH', `/api/deliveries/${delivery.id}`, { body: { is_on: false } })
    expect(await toDownload()).toEqual([])
    const people = await listEverybody(desk.service, PROJECT)
    const edited = people.find(({ status }) => status === 'edited')
    for (const step of ['retake', 'upload', 'edit', 'approve'])
      await desk.service.portal('POST', `/employees/${edited?.id}/${step}`, {})
    await editor.call('GET', `/api/projects/${PROJECT}/people`, { headers: { 'x-refresh': '1' } })
    expect(counts.add.done).toBeGreaterThan(1)
    expect(await toDownload()).toEqual([task('approved', 1)])
  })

  test('the tasks do not offer people of a running download; they name its system and its owner', async () => {
    const desk = startDesk()
    const [editor, other, admin] = [
      await desk.signIn('editor'),
      await desk.signIn('viewer'),
      await desk.signIn('admin'),
    ]
    await untilCounted(editor)
    const approved = async (person: Person) =>
      ((await readTasks(person))[PROJECT] ?? []).find(({ kind }) => kind === 'approved')
    const offered = await approved(editor)
    const some = (await listEverybody(desk.service, PROJECT)).filter(
      person => getPortraitStatus(person) === 'approved',
    )
    await desk.service.fault({
      path: '/employees/*/photo',
      times: 999,
      answer: { kind: 'delay', ms: 60_000 },
    })
    // A download of a few people leaves the others to be downloaded.
    const few = await startExport(editor, PROJECT, {
      scope: { kind: 'people', employee_ids: some.slice(0, 2).map(({ id }) => id) },
    })
    expect(await approved(editor)).toEqual(offered)
    const all = await startExport(editor, PROJECT)
    const download = { state: 'preparing', photos: some.length }
    await until('it has begun', async () => (await readExport(editor, all.id)).total !== null)
    expect(await approved(editor)).toEqual({ ...offered, download })
    expect(await approved(admin)).toEqual({ ...offered, download })
    expect(await approved(other)).toEqual(offered)
    for (const { id } of [few, all]) await editor.json('DELETE', `/api/exports/${id}`)
    expect(await approved(editor)).toEqual(offered)
  })

  test('the tasks count the photos of a ready download without the missing ones', async () => {
    const desk = startDesk()
    const editor = await desk.signIn('editor')
    await untilCounted(editor)
    const [, , , , approved] = (await readTasks(editor))[PROJECT] ?? []
    await desk.service.fault({
      path: '/employees/*/photo',
      times: 1,
      answer: { kind: 'status', status: 404, body: { error: 'not_available' } },
    })
    const done = await ended(editor, await startExport(editor, PROJECT, { target: 'name' }))
    expect(done).toMatchObject({ state: 'ready', failed: 1 })
    expect((await readTasks(editor))[PROJECT]).toContainEqual({
      ...approved,
      download: { state: 'ready', photos: done.done },
    })
  })

  test('the tasks know which photos each receiving system still lacks', async () => {
    const desk = startDesk()
    const editor = await desk.signIn('editor')
    await untilCounted(editor)
    const [, , , , approved] = (await readTasks(editor))[PROJECT] ?? []
    const done = await ended(editor, await startExport(editor, PROJECT, { target: 'name' }))
    expect((await readTasks(editor))[PROJECT]).toContainEqual({
      ...approved,
      download: { state: 'ready', photos: done.done },
    })
    await openArchive(editor, done)
    const kinds = async () => ((await readTasks(editor))[PROJECT] ?? []).map(({ kind }) => kind)
    await until('the download is noted', async () => !(await kinds()).includes('approved'))
    expect(await kinds()).not.toContain('undelivered')

    const some = (await listEverybody(desk.service, PROJECT)).filter(
      person => getPortraitStatus(person) === 'approved',
    )
    const employee_ids = some.slice(0, 3).map(({ id }) => id)
    const few = await ended(
      editor,
      await startExport(editor, PROJECT, { target: 'number', scope: { kind: 'people', employee_ids } }),
    )
    await openArchive(editor, few)
    await until('the second download is noted', async () => (await kinds()).includes('undelivered'))
    expect((await readTasks(editor))[PROJECT]).toContainEqual({
      kind: 'undelivered',
      count: some.length - 3,
      target: expect.objectContaining({ id: 'number', en: expect.any(String) }),
      since: few.created_at,
      download: null,
    })
    // The download also holds photos that the system has already; the tasks give the same number as the list of
    // downloads.
    await desk.service.fault({
      path: '/employees/*/photo',
      times: 999,
      answer: { kind: 'delay', ms: 60_000 },
    })
    const all = await startExport(editor, PROJECT, { target: 'number' })
    await until('it has begun', async () => (await readExport(editor, all.id)).total !== null)
    expect((await readTasks(editor))[PROJECT]).toContainEqual(
      expect.objectContaining({
        kind: 'undelivered',
        count: some.length - 3,
        download: { state: 'preparing', photos: some.length },
      }),
    )
    await editor.json('DELETE', `/api/exports/${all.id}`)
    // Downloads of other people are not shown.
    const other = await desk.signIn('viewer')
    expect((await readTasks(other))[PROJECT]).toContainEqual(approved)
  })
})
