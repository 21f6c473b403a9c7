import { describe, expect, test } from 'vitest'
import { COMPLETED_PROJECT, EMPTY_PROJECT, MIXED_PROJECT, OTHER_PROJECT } from '#sandbox/seed/projects.ts'
import { readCsv } from '#tests/support/csv.ts'
import { startDesk } from '#tests/support/desk.ts'
import { askPhoto, ended, openArchive, startExport } from '#tests/support/exports.ts'
import { findPerson, listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const readReport = (files: Map<string, Buffer>) =>
  readCsv((files.get('report.csv') ?? '').toString().replace(/^\ufeff/, ''))

describe('an export', () => {
  test('an export of a project is a ZIP with every approved photo, as the service serves it', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const started = await startExport(viewer, PROJECT)
    expect(started).toMatchObject({
      state: 'preparing',
      project_id: PROJECT,
      variant: 'standard',
      size: 3,
      failed: 0,
      problems: [],
    })
    const done = await ended(viewer, started)
    const people = await listPeople(desk.service, PROJECT)
    expect(done).toMatchObject({
      state: 'ready',
      total: people.length,
      done: people.length,
      failed: 0,
      eta_seconds: 0,
      problems: [],
      error: null,
    })
    const { answer, bytes, files } = await openArchive(viewer, done)
    expect(bytes.length).toBe(done.bytes)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/zip',
      'content-length': String(done.bytes),
      'content-disposition': expect.stringMatching(
        /^attachment; filename="portraits-2026-0042-\d{4}-\d\d-\d\d\.zip"; filename\*=UTF-8''portraits/,
      ),
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    expect([...files.keys()]).toEqual([
      ...people.map(({ mitarbeiternummer }) => `${mitarbeiternummer}.jpg`),
      'report.html',
      'report.csv',
    ])
    for (const { id, mitarbeiternummer } of people)
      expect(files.get(`${mitarbeiternummer}.jpg`)?.equals(await askPhoto(desk.service, id))).toBe(true)
    expect(
      readReport(files)
        .slice(1)
        .map(([result]) => result),
    ).toEqual(people.map(() => 'included'))
  })

  test('an export gives difficult numbers safe names of their own, and lists the changed ones', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const done = await ended(viewer, await startExport(viewer, MIXED_PROJECT.id, { variant: 'transparent' }))
    const { files } = await openArchive(viewer, done)
    const ready = (await listAllOf(desk)).filter(({ photo }) => photo.transparent_url)
    const photos = [...files.keys()].filter(name => !name.startsWith('report.'))
    expect(photos).toHaveLength(ready.length)
    expect(new Set(photos.map(name => name.normalize('NFC').toLowerCase())).size).toBe(ready.length)
    for (const name of photos) expect(name).not.toMatch(/[/\\:*?"<>|]/)
    const changed = new Map(done.problems.map(({ employee_id, file_name }) => [employee_id, file_name]))
    // One person without a photo would want the file name of another person.
    expect(done.problems.map(({ code }) => code).filter(code => code !== 'duplicate_name')).toEqual(
      done.problems.slice(1).map(() => 'name_changed'),
    )
    expect(changed.size).toBeGreaterThan(3)
    for (const { id, mitarbeiternummer } of ready) {
      const name = changed.get(id) ?? `${mitarbeiternummer}.png`
      expect(files.get(name)?.equals(await askPhoto(desk.service, id, 'variant=transparent&size=3'))).toBe(
        true,
      )
    }
  })

  test('an export can be downloaded again, with the same bytes and without a call to the service', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const done = await ended(viewer, await startExport(viewer, PROJECT))
    const { bytes } = await openArchive(viewer, done)
    const calls = (await desk.service.journal()).length
    expect((await openArchive(viewer, done)).bytes.equals(bytes)).toBe(true)
    expect(await desk.service.journal()).toHaveLength(calls)
  })

  test('a repeated export fetches photos again only for people who have a new one', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    await ended(viewer, await startExport(viewer, PROJECT))
    const person = await findPerson(desk.service, PROJECT, () => true)
    for (const step of ['retake', 'upload', 'edit', 'approve'])
      await desk.service.portal('POST', `/employees/${person.id}/${step}`, {})
    const before = await photoCalls(desk)
    await ended(viewer, await startExport(viewer, PROJECT))
    expect((await photoCalls(desk)).slice(before.length).map(({ path }) => path)).toEqual([
      expect.stringContaining(`/employees/${person.id}/photo`),
    ])
  })

  test('an export of an empty project holds a report without people', async () => {
    const viewer = await startDesk().signIn('viewer')
    const done = await ended(viewer, await startExport(viewer, EMPTY_PROJECT.id))
    expect(done).toMatchObject({ state: 'ready', total: 0, done: 0, failed: 0 })
    expect([...(await openArchive(viewer, done)).files.keys()]).toEqual(['report.html', 'report.csv'])
  })

  test('an export of selected people holds those, and a reason for each missing photo', async () => {
    const desk = startDesk()
    const viewer = await desk.signIn('viewer')
    const approved = await findPerson(
      desk.service,
      MIXED_PROJECT.id,
      ({ photo }) => photo.standard_url !== null,
    )
    const refused = await findPerson(
      desk.service,
      MIXED_PROJECT.id,
      ({ photo, status }) => status === 'edited' && !photo.approved,
    )
    const employee_ids = [approved.id, refused.id, 999_999]
    const done = await ended(
      viewer,
      await startExport(viewer, MIXED_PROJECT.id, { scope: { kind: 'people', employee_ids } }),
    )
    expect(done).toMatchObject({ state: 'ready', total: 1, done: 1, failed: 0 })
    expect(
      done.problems
        .filter(({ code }) => code !== 'name_changed')
        .map(({ employee_id, code }) => [employee_id, code]),
    ).toEqual([
      [refused.id, 'not_approved'],
      [999_999, 'not_found'],
    ])
    const { files } = await openArchive(viewer, done)
    expect(files.size).toBe(3)
    expect(
      readReport(files)
        .slice(1)
        .map(([result, , , , , id]) => [result, id]),
    ).toEqual([
      ['missing', String(refused.id)],
      ['missing', '999999'],
      ['included', String(approved.id)],
    ])
  })
})

describe('an export is refused at once', () => {
  test.each([
    [{ project_id: 999_999 }, 404, 'not_found'],
    [{ project_id: OTHER_PROJECT.id }, 404, 'not_found'],
    [{ size: 4 }, 404, 'unknown_size'],
    [{ size: -1 }, 422, 'invalid'],
    [{ variant: 'png' }, 422, 'invalid'],
    [{ project_id: '105' }, 422, 'invalid'],
    [{ scope: { kind: 'people', employee_ids: [] } }, 422, 'invalid'],
    [{ extra: 1 }, 422, 'invalid'],
  ])('an export of %j is refused at once', async (changes, status, code) => {
    const body = { project_id: PROJECT, variant: 'standard', size: null, ...changes }
    const answer = await (await startDesk().signIn()).json('POST', '/api/exports', { body })
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  test('an export with a revoked key is refused at once', async () => {
    const desk = startDesk()
    await desk.service.portal('DELETE', '/keys/1')
    const body = { project_id: PROJECT, variant: 'standard', size: null }
    const answer = await (await desk.signIn()).json('POST', '/api/exports', { body })
    expect(answer).toMatchObject({ status: 502, body: { code: 'key_rejected' } })
  })
})

async function listAllOf(desk: ReturnType<typeof startDesk>) {
  const second = await desk.service.ask(`/projects/${MIXED_PROJECT.id}/employees?per_page=200&page=2`)
  const { data } = (await second.json()) as { data: Awaited<ReturnType<typeof listPeople>> }
  return [...(await listPeople(desk.service, MIXED_PROJECT.id)), ...data]
}

async function photoCalls(desk: ReturnType<typeof startDesk>) {
  return (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
}

test('an export that starts without a free call is not refused: it waits for its turn', async () => {
  const desk = startDesk({ settings: { PORTRAIT_API_LIMIT: '20' } })
  const viewer = await desk.signIn('viewer')
  expect((await viewer.json('GET', '/api/v1/projects')).status).toBe(200)
  expect((await viewer.json('GET', '/api/v1/image-sizes')).status).toBe(200)
  // The first export takes all calls of the window, and its photos wait for the next window.
  await startExport(viewer, MIXED_PROJECT.id)
  await until('no call is left', async () => {
    const { body } = await viewer.json<{ data: { free: number } }>('GET', '/api/budget')
    return body.data.free === 0
  })
  const second = await startExport(viewer, MIXED_PROJECT.id)
  expect(second).toMatchObject({ state: 'preparing', total: null })
})
