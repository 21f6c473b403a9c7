import { expect, test } from 'vitest'
import type { Export, ExportChange, ExportPlanResponse } from '#lib/exports/contract.ts'
import { COMPLETED_PROJECT, MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { CANARY_KEY, startDesk } from '#tests/support/desk.ts'
import {
  clearStore,
  ended,
  openArchive,
  peopleScope,
  readExport,
  startExport,
} from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const archiveOf = ({ id }: { id: string }) => `/api/exports/${id}/archive`

async function prepared() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const people = (await listPeople(desk.service, PROJECT)).slice(0, 6)
  const [first] = people
  if (!first) throw new Error('The seed is too small.')
  const scope = peopleScope(people.map(({ id }) => id))
  const done = await ended(viewer, await startExport(viewer, PROJECT, scope))
  const now = () => readExport(viewer, done.id)
  const changes = async () =>
    (await viewer.json<{ data: ExportChange[] }>('GET', `/api/exports/${done.id}/changes`)).body.data
  const countNew = async () => {
    const body = { project_id: PROJECT, scope: { kind: 'since', export_id: done.id, of: scope.scope } }
    const plan = await viewer.json<{ data: ExportPlanResponse }>('POST', '/api/exports/plan', { body })
    return plan.body.data.people
  }
  const retake = async () => {
    for (const step of ['retake', 'upload', 'edit', 'approve'])
      await desk.service.portal('POST', `/employees/${first.id}/${step}`, {})
    // Drops the caches, as after days without a read.
    restart()
  }
  const fetchAgain = async () => {
    await viewer.json('POST', `/api/exports/${done.id}/resume`)
    return ended(viewer, done)
  }
  return { desk, viewer, people, first, done, now, changes, countNew, retake, fetchAgain }
}

test('a download that breaks off has given nothing; with its rest, it has given everything', async () => {
  const { viewer, done, now, countNew } = await prepared()
  const etag = (await viewer.call('HEAD', archiveOf(done))).headers.get('etag') ?? ''
  const take = async (range: string) => {
    const headers = { range: `bytes=${range}`, 'if-range': etag }
    const answer = await viewer.call('GET', archiveOf(done), { headers })
    return (await answer.arrayBuffer()).byteLength
  }
  const reader = (await viewer.call('GET', archiveOf(done))).body?.getReader()
  const begun = (await reader?.read())?.value?.byteLength ?? 0
  await reader?.cancel()
  expect(begun).toBeLessThan(done.bytes)
  await take('-22')
  expect([(await now()).downloaded_at, await countNew()]).toEqual([null, 6])
  await take('0-')
  expect((await now()).downloaded_at).not.toBeNull()
  expect(await countNew()).toBe(0)
})

test('two halves of an archive make a download, also across a restart', async () => {
  const { viewer, done, now } = await prepared()
  const half = Math.floor(done.bytes / 2)
  for (const range of [`${half}-`, `0-${half - 1}`]) {
    expect((await now()).downloaded_at).toBeNull()
    const answer = await viewer.call('GET', archiveOf(done), { headers: { range: `bytes=${range}` } })
    await answer.arrayBuffer()
    restart()
  }
  expect((await now()).downloaded_at).not.toBeNull()
})

test('a renewed archive has given its new photos only once it was downloaded', async () => {
  const { viewer, first, done, changes, countNew, retake, fetchAgain } = await prepared()
  await openArchive(viewer, done)
  expect([await changes(), await countNew(), done.renewed_at]).toEqual([[], 0, null])
  await retake()
  const again: Export = await fetchAgain()
  expect(Date.parse(again.renewed_at ?? '')).toBeGreaterThan(Date.parse(done.created_at))
  expect(await changes()).toMatchObject([{ change: 'changed', employee_id: first.id }])
  expect(await countNew()).toBe(1)
  const { files } = await openArchive(viewer, again)
  expect(files.get('report.html')?.toString()).toContain('Brought up to date')
  expect([await changes(), await countNew()]).toEqual([[], 0])
})

test('an archive whose files were fetched again is the same as before', async () => {
  const { desk, viewer, done, fetchAgain } = await prepared()
  const { bytes } = await openArchive(viewer, done)
  clearStore(desk)
  const again = await fetchAgain()
  expect(again.renewed_at).toBeNull()
  expect((await openArchive(viewer, again)).bytes.equals(bytes)).toBe(true)
})

test('the report of a renewed archive lists no approved person as waiting', async () => {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const done = await ended(viewer, await startExport(viewer, MIXED_PROJECT.id))
  const waiting = async () => {
    const { files } = await openArchive(viewer, done)
    const rows = readCsv((files.get('report.csv')?.toString() ?? '').replace(/^\ufeff/, ''))
    return rows.filter(([result]) => result === 'waiting').map(row => Number(row[5]))
  }
  const before = await waiting()
  const people = await listPeople(desk.service, MIXED_PROJECT.id)
  const later = people.find(({ id, status }) => before.includes(id) && status === 'uploaded')
  for (const step of ['edit', 'approve'])
    await desk.service.portal('POST', `/employees/${later?.id}/${step}`, {})
  restart()
  clearStore(desk)
  await viewer.json('POST', `/api/exports/${done.id}/resume`)
  await ended(viewer, done)
  expect(await waiting()).toEqual(before.filter(id => id !== later?.id))
  expect(before).toContain(later?.id)
})

test('a download that ends while a newer photo is fetched has given the photo that it sent', async () => {
  const { desk, viewer, first, done, changes } = await prepared()
  const reader = (await viewer.call('GET', archiveOf(done))).body?.getReader()
  await reader?.read()
  for (const step of ['retake', 'upload', 'edit', 'approve'])
    await desk.service.portal('POST', `/employees/${first.id}/${step}`, {})
  const { connectWithKey } = await import('#lib/portrait-api/connect.ts')
  await connectWithKey(CANARY_KEY).getEmployee(first.id, { fresh: true })
  const answer = { kind: 'delay', ms: 60_000 } as const
  await desk.service.fault({ path: '/employees/*/photo', times: 9, answer })
  await viewer.json('POST', `/api/exports/${done.id}/resume`)
  await until('the new photo is asked for', async () => (await desk.service.openCalls()) > 0)
  while (!(await reader?.read())?.done);
  expect(await changes()).toMatchObject([{ change: 'changed', employee_id: first.id }])
})

test('a corrected number names the file of a renewed archive; sent files keep their old name', async () => {
  const { desk, viewer, first, done, changes, countNew, fetchAgain } = await prepared()
  await openArchive(viewer, done)
  const editor = await desk.signIn('editor')
  const body = { mitarbeiternummer: 'CORRECTED-1' }
  expect((await editor.json('PATCH', `/api/v1/employees/${first.id}`, { body })).status).toBe(200)
  clearStore(desk)
  const again = await fetchAgain()
  const { files } = await openArchive(viewer, again)
  expect(files.has('CORRECTED-1.jpg')).toBe(true)
  expect(files.has(`${first.mitarbeiternummer}.jpg`)).toBe(false)
  expect(files.get('report.csv')?.toString()).not.toContain(first.mitarbeiternummer)
  expect(await changes()).toMatchObject([
    { change: 'old_name', employee_id: first.id, file_names: [`${first.mitarbeiternummer}.jpg`] },
  ])
  expect(await countNew()).toBe(0)
})

test('a corrected number is listed with the file to remove, and the photo is new to the system', async () => {
  const { desk, viewer, first, done, changes, countNew } = await prepared()
  await openArchive(viewer, done)
  const editor = await desk.signIn('editor')
  await editor.json('PATCH', `/api/v1/employees/${first.id}`, { body: { mitarbeiternummer: 'CORRECTED-1' } })
  expect(await changes()).toMatchObject([
    { change: 'renamed', employee_id: first.id, file_names: [`${first.mitarbeiternummer}.jpg`] },
  ])
  expect(await countNew()).toBe(1)
})

test('swapped numbers make both photos new and no file to remove: each replaces the other', async () => {
  const { desk, viewer, people, done, changes, countNew } = await prepared()
  await openArchive(viewer, done)
  const [one, other] = people.map(({ id, mitarbeiternummer }) => ({ id, mitarbeiternummer }))
  const editor = await desk.signIn('editor')
  for (const [id, mitarbeiternummer] of [
    [one?.id, 'FOR-A-MOMENT'],
    [other?.id, one?.mitarbeiternummer],
    [one?.id, other?.mitarbeiternummer],
  ])
    await editor.json('PATCH', `/api/v1/employees/${id}`, { body: { mitarbeiternummer } })
  expect(await changes()).toMatchObject(
    [one, other].map(person => ({ change: 'renamed', employee_id: person?.id, file_names: [] })),
  )
  expect(await countNew()).toBe(2)
})

test('a sent file is listed by the name under which it went out, until another one has', async () => {
  const { desk, viewer, first, done, changes, fetchAgain } = await prepared()
  await openArchive(viewer, done)
  const editor = await desk.signIn('editor')
  await editor.json('PATCH', `/api/v1/employees/${first.id}`, { body: { mitarbeiternummer: 'CORRECTED-1' } })
  clearStore(desk)
  await fetchAgain()
  await desk.service.portal('POST', `/employees/${first.id}/retake`, {})
  restart()
  expect(await changes()).toMatchObject([
    { change: 'withdrawn', employee_id: first.id, file_names: [`${first.mitarbeiternummer}.jpg`] },
  ])
})
