/**
 * "date-time (ISO 8601 with offset)" has many forms (specification section 2). An update of the service may change the
 * form; the photos stay the same.
 */
import { readdirSync, renameSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import type { ExportChanges, ExportPlanResponse } from '#lib/exports/contract.ts'
import { BY_NUMBER } from '#lib/exports/naming/naming.ts'
import type { ProjectTasks } from '#lib/overview/contract.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import type { VariationName } from '#sandbox/variations/variations.ts'
import { confirm, create, createFolder, lastRun, run, toFolder } from '#tests/support/deliveries.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { ended, openArchive, paused, peopleScope, SMALL, startExport } from '#tests/support/exports.ts'
import { listEverybody } from '#tests/support/mirror.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = MIXED_PROJECT.id
const NAMING = { ...BY_NUMBER, template: '{mitarbeiternummer}_{edited}' }

const photoCalls = async ({ service }: Desk) =>
  (await service.journal()).filter(({ path }) => path.includes('/photo')).length
const write = ({ service }: Desk, ...on: VariationName[]) => service.portal('PUT', '/variations', { on })
const readReady = async ({ service }: Desk) =>
  (await listEverybody(service, PROJECT)).filter(({ photo }) => photo.approved && photo.standard_url)

async function listKinds(person: Person): Promise<string[]> {
  await until('all bars are counted', async () => {
    const { body } = await person.json<{ data: { complete: boolean } }>('GET', '/api/projects/status-counts')
    return body.data.complete
  })
  const { body } = await person.json<{ data: ProjectTasks }>('GET', '/api/projects/tasks')
  return (body.data[PROJECT] ?? []).map(({ kind }) => kind)
}

const lookAt = (person: Person, { id, photo }: Employee) =>
  person.call('GET', `/api/photos/${id}/thumbnail?v=${encodeURIComponent(photo.edited_at ?? '')}`)

test('another notation of the edit time changes no photo and fetches none again', async () => {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const [admin, editor] = [await desk.signIn('admin'), await desk.signIn('editor')]
  const ready = await readReady(desk)
  const [first] = ready
  if (!first) throw new Error('The seed is too small.')
  const request = { project_id: PROJECT, target: 'number', size: SMALL, naming: NAMING }
  const delivery = await create(admin, toFolder(folder, { request }))
  await confirm(editor, await lastRun(admin, delivery, 'review'))
  const done = await ended(editor, await startExport(editor, PROJECT, { target: 'number', naming: NAMING }))
  const { bytes } = await openArchive(editor, done)
  expect(await listKinds(editor)).not.toContain('undelivered')
  expect((await lookAt(editor, first)).status).toBe(200)
  const calls = await photoCalls(desk)
  expect(calls).toBe(ready.length)

  for (const notation of ['times-in-utc', 'times-with-microseconds'] as const) {
    await write(desk, notation)
    restart()
    expect(await run(editor, delivery), notation).toMatchObject({ total: 0, unchanged: ready.length })
    const { body } = await editor.json<ExportChanges>('GET', `/api/exports/${done.id}/changes`)
    expect(body, notation).toMatchObject({ data: [], size: null })
    const since = { project_id: PROJECT, scope: { kind: 'since', export_id: done.id } }
    const plan = await editor.json<{ data: ExportPlanResponse }>('POST', '/api/exports/plan', { body: since })
    expect(plan.body.data.people, notation).toBe(0)
    const kinds = await listKinds(editor)
    expect(kinds.filter(kind => kind === 'approved' || kind === 'undelivered')).toEqual([])
    expect((await openArchive(editor, done)).bytes.equals(bytes), notation).toBe(true)
    // A page that was opened earlier asks for the face with the earlier text.
    const now = await editor.json<{ data: Employee }>('GET', `/api/v1/employees/${first.id}`)
    expect(now.body.data.photo.edited_at).not.toBe(first.photo.edited_at)
    for (const person of [first, now.body.data]) expect((await lookAt(editor, person)).status).toBe(200)
    expect(await photoCalls(desk), notation).toBe(calls)
  }
})

test('an export and a delivery begun before a new notation fetch only what they lack', async () => {
  const { folder, settings } = createFolder()
  const desk = startDesk({ settings })
  const [admin, editor] = [await desk.signIn('admin'), await desk.signIn('editor')]
  const some = (await readReady(desk)).slice(0, 4)
  const scope = peopleScope(some.map(({ id }) => id))
  const request = { project_id: PROJECT, target: 'number', size: SMALL, ...scope }
  const delivery = await create(admin, toFolder(folder, { request }))
  const review = await lastRun(admin, delivery, 'review')
  const answer = { kind: 'status', status: 401, body: {} } as const
  await desk.service.fault({ path: `/employees/${some.at(-1)?.id}/photo`, times: 999, answer })
  const begun = await paused(editor, await startExport(editor, PROJECT, scope))
  await desk.service.portal('DELETE', '/faults')
  await write(desk, 'times-with-microseconds')
  restart()
  const before = await photoCalls(desk)
  await editor.json('POST', `/api/exports/${begun.id}/resume`)
  expect(await ended(editor, begun)).toMatchObject({ state: 'ready', done: some.length, failed: 0 })
  expect(await confirm(editor, review)).toMatchObject({ done: some.length, failed: 0 })
  expect((await photoCalls(desk)) - before).toBe(1)
})

test('the desk finds photos that an earlier version stored under the text of the service', async () => {
  const desk = startDesk()
  const editor = await desk.signIn('editor')
  const some = (await readReady(desk)).slice(0, 4)
  const scope = peopleScope(some.map(({ id }) => id))
  const done = await ended(editor, await startExport(editor, PROJECT, scope))
  const { bytes } = await openArchive(editor, done)
  const calls = await photoCalls(desk)
  const textOf = new Map(some.map(({ id, photo }) => [String(id), photo.edited_at?.replaceAll(':', '')]))
  const folder = join(desk.dataDir, 'photos')
  const stored = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.jpg'),
  )
  expect(stored).toHaveLength(some.length)
  for (const name of stored) {
    const text = textOf.get(basename(dirname(name))) ?? ''
    const before = basename(name).replace(/\d{4}-\d\d-\d\dT[^_]*(?=_)/, text)
    expect(before).toContain(text)
    renameSync(join(folder, name), join(folder, dirname(name), before))
  }
  restart()
  expect((await openArchive(editor, done)).bytes.equals(bytes)).toBe(true)
  expect(await ended(editor, await startExport(editor, PROJECT, scope))).toMatchObject({ done: some.length })
  expect(await photoCalls(desk)).toBe(calls)
})
