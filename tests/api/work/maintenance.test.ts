import { describe, expect, test } from 'vitest'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import { COMPLETED_PROJECT, DRAFT_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { batchEnded, readBatch, startBatch } from '#tests/support/batches.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, peopleScope, readExport, startExport } from '#tests/support/exports.ts'
import { endWait, MAINTENANCE } from '#tests/support/maintenance.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PEOPLE = 36
const WAITS = { state: 'paused', pause_reason: 'service_unreachable', failed: 0 }

/** Waits until the export is paused or has ended. */
const exportAtRest = (person: Person, { id }: { id: string }) =>
  until('nobody works on the export', async () => {
    const now = await readExport(person, id)
    return now.state !== 'preparing' && now
  })
const batchAtRest = (person: Person, { id }: { id: string }) =>
  until('nobody works on the batch', async () => {
    const now = await readBatch(person, { id })
    return now.state !== 'running' && now
  })

/** Answers calls of these paths with this fault, after the given number of good calls for each. */
async function closeFor(desk: Desk, answer: FaultRequest['answer'], first: Record<string, number>) {
  for (const [path, skip] of Object.entries(first))
    await desk.service.fault({ path, skip, times: 999, answer })
}

describe.each(MAINTENANCE)('while %s answers in the service’s place', (_, answer, code) => {
  test('a download waits and loses nobody during maintenance, and is whole afterwards', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await closeFor(desk, answer, { '/employees/*/photo': 10, '/projects': 1 })
    const waiting = await exportAtRest(viewer, await startExport(viewer, COMPLETED_PROJECT.id))
    expect(waiting).toMatchObject({ ...WAITS, done: 10, problems: [] })
    const photos = (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
    expect(photos.length).toBeLessThan(10 + 3 * 8)
    await desk.service.portal('DELETE', '/faults')
    await endWait(waiting)
    const done = await ended(viewer, waiting)
    expect(done).toMatchObject({ state: 'ready', done: PEOPLE, failed: 0, problems: [] })
    expect((await openArchive(viewer, done)).files.size).toBe(PEOPLE + 2)
  })

  test('a download whose people could not all be read yet waits during maintenance', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const ready = (await listPeople(desk.service, MIXED_PROJECT.id)).filter(({ photo }) => photo.standard_url)
    const scope = peopleScope(ready.slice(0, 3).map(({ id }) => id))
    await closeFor(desk, answer, { '/projects/*/employees': 1 })
    const waiting = await exportAtRest(viewer, await startExport(viewer, MIXED_PROJECT.id, scope))
    expect(waiting).toMatchObject({ ...WAITS, done: 0 })
    await desk.service.portal('DELETE', '/faults')
    await endWait(waiting)
    expect(await ended(viewer, waiting)).toMatchObject({ state: 'ready', done: 3, failed: 0 })
  })

  test('a download with all its photos waits during maintenance', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await closeFor(desk, answer, { '/image-sizes': 1 })
    const waiting = await exportAtRest(viewer, await startExport(viewer, COMPLETED_PROJECT.id))
    expect(waiting).toMatchObject({ ...WAITS, done: PEOPLE })
    await desk.service.portal('DELETE', '/faults')
    await endWait(waiting)
    expect(await ended(viewer, waiting)).toMatchObject({ state: 'ready', done: PEOPLE, failed: 0 })
  })

  test('a change to many waits during maintenance, and reports no wrong outcome', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const people = (await listPeople(desk.service, DRAFT_PROJECT.id)).slice(0, 12)
    await closeFor(desk, answer, { '/projects/*/employees': 1, '/employees/*': 4, '/projects': 1 })
    const body = { project_id: DRAFT_PROJECT.id, employee_ids: people.map(({ id }) => id) }
    const waiting = await batchAtRest(editor, await startBatch(editor, { ...body, action: 'delete' }))
    expect(waiting).toMatchObject({ ...WAITS, done: 4 })
    await desk.service.portal('DELETE', '/faults')
    await endWait(waiting)
    expect(await batchEnded(editor, waiting)).toMatchObject({ state: 'done', done: 12, failed: 0 })
    const deleted = (await desk.service.journal()).filter(call => call.method === 'DELETE')
    expect(deleted.filter(({ status }) => status === 204)).toHaveLength(12)
  })

  test('a change to many waits for the list of people, and can be cancelled meanwhile', async () => {
    const desk = startDesk()
    const editor = await desk.signIn()
    const people = (await listPeople(desk.service, MIXED_PROJECT.id)).slice(0, 6)
    const body = { project_id: MIXED_PROJECT.id, employee_ids: people.map(({ id }) => id) }
    const english = { ...body, action: 'locale', locale: 'en' } as const
    const changed = await batchEnded(editor, await startBatch(editor, english))
    await closeFor(desk, answer, { '/projects/*/employees': 0 })
    const undo = await startBatch(editor, { action: 'undo', batch_id: changed.id })
    expect(await batchAtRest(editor, undo)).toMatchObject({ ...WAITS, done: 0 })
    await editor.json('DELETE', `/api/batches/${undo.id}`)
    expect(await readBatch(editor, undo)).toMatchObject({ state: 'cancelled', done: 0, failed: 0 })
  })

  test('a maintenance answer for one photo is a problem of that photo, and nobody waits', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const [one, other] = await listPeople(desk.service, COMPLETED_PROJECT.id)
    await desk.service.fault({ path: `/employees/${one?.id}/photo`, times: 999, answer })
    const scopeOf = (...ids: (number | undefined)[]) => peopleScope(ids.map(id => id ?? 0))
    const prepare = async (scope: ReturnType<typeof peopleScope>) =>
      ended(viewer, await startExport(viewer, COMPLETED_PROJECT.id, scope))
    const both = await prepare(scopeOf(one?.id, other?.id))
    expect(both).toMatchObject({ state: 'ready', done: 1, failed: 1 })
    expect(both.problems).toMatchObject([{ employee_id: one?.id, code }])
    expect(await prepare(scopeOf(one?.id))).toMatchObject({ state: 'failed', done: 0, error: code })
  })
})
