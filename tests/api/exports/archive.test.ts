import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import type { Export } from '#lib/exports/contract.ts'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import { COMPLETED_PROJECT, LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { clearStore, ended, openArchive, readExport, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { restart } from '#tests/support/restart.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const archiveOf = ({ id }: { id: string }) => `/api/exports/${id}/archive`

async function prepared() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const employee_ids = (await listPeople(desk.service, PROJECT)).slice(0, 8).map(({ id }) => id)
  return {
    desk,
    viewer,
    done: await ended(
      viewer,
      await startExport(viewer, PROJECT, { scope: { kind: 'people', employee_ids } }),
    ),
  }
}

/** The stored photos, in the order of their owners. */
const storedPhotos = ({ dataDir }: Desk) =>
  readdirSync(join(dataDir, 'photos'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jpg'))
    .sort()
    .map(name => join(dataDir, 'photos', name))

async function slowExport(): Promise<{ desk: Desk; viewer: Person; id: string }> {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  await desk.service.fault({
    path: '/employees/*/photo',
    skip: 3,
    times: 999,
    answer: { kind: 'delay', ms: 60_000 },
  })
  const { id } = await startExport(viewer, LARGE_PROJECT.id)
  await until('as many calls as may be on their way wait for the service', async () => {
    const held = (await desk.service.journal()).filter(({ open, fault }) => open && fault !== null)
    return held.length === PHOTOS_IN_FLIGHT
  })
  return { desk, viewer, id }
}

describe('HEAD of an archive', () => {
  test('HEAD of an archive has the headers of GET, reads nothing and asks the service nothing', async () => {
    const { desk, viewer, done } = await prepared()
    const calls = (await desk.service.journal()).length
    const head = await viewer.call('HEAD', archiveOf(done))
    const get = await viewer.call('GET', archiveOf(done))
    await get.body?.cancel()
    expect([head.status, head.body]).toEqual([200, null])
    expect(Object.fromEntries(head.headers)).toEqual(Object.fromEntries(get.headers))
    expect(await desk.service.journal()).toHaveLength(calls)
  })
})

test('a finished export counts as downloaded only once its archive was read to the end', async () => {
  const { viewer, done } = await prepared()
  expect(done.downloaded_at).toBeNull()
  await viewer.call('HEAD', archiveOf(done))
  expect((await readExport(viewer, done.id)).downloaded_at).toBeNull()
  await (await viewer.call('GET', archiveOf(done))).body?.cancel()
  expect((await readExport(viewer, done.id)).downloaded_at).toBeNull()
  await openArchive(viewer, done)
  expect(Date.parse((await readExport(viewer, done.id)).downloaded_at ?? '')).toBeGreaterThan(0)
})

describe('a missing archive', () => {
  test('an archive is not_ready while it is prepared, with GET and with HEAD', async () => {
    const { viewer, id } = await slowExport()
    expect(await viewer.json('GET', archiveOf({ id }))).toMatchObject({
      status: 409,
      body: { code: 'not_ready' },
    })
    expect((await viewer.call('HEAD', archiveOf({ id }))).status).toBe(409)
    await viewer.json('DELETE', `/api/exports/${id}`)
  })

  test('the archive of a cancelled export is cancelled', async () => {
    const { viewer, id } = await slowExport()
    await viewer.json('DELETE', `/api/exports/${id}`)
    expect(await viewer.json('GET', archiveOf({ id }))).toMatchObject({
      status: 409,
      body: { code: 'cancelled' },
    })
  })

  test.each(['GET', 'DELETE', 'archive'])(
    'an archive is not_found to another person, however they ask: %s',
    async how => {
      const { desk, viewer, done } = await prepared()
      const other = await desk.signIn('editor')
      const [method, path] = how === 'archive' ? ['GET', archiveOf(done)] : [how, `/api/exports/${done.id}`]
      expect(await other.json(method, path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await viewer.call('HEAD', archiveOf(done))).status).toBe(200)
    },
  )

  test.each(['x', crypto.randomUUID()])('an archive that nobody made is not_found: %s', async id => {
    const viewer = await startDesk().signIn('viewer')
    expect(await viewer.json('GET', archiveOf({ id }))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})

test("an administrator downloads another person's archive only with its key, owners with any", async () => {
  const { desk, viewer, done } = await prepared()
  const admin = await desk.signIn('admin')
  expect((await admin.call('HEAD', archiveOf(done))).status).toBe(200)
  const { key } = (await desk.service.portal('POST', '/keys', { label: 'New' })) as { key: string }
  restart({ PORTRAIT_API_KEY: key })
  expect(await admin.json('GET', archiveOf(done))).toMatchObject({ status: 403, body: { code: 'forbidden' } })
  expect((await admin.json('POST', `/api/exports/${done.id}/resume`)).status).toBe(403)
  expect((await readExport(admin, done.id)).may_download).toBe(false)
  expect((await viewer.call('HEAD', archiveOf(done))).status).toBe(200)
})

describe('a cancelled export', () => {
  test('a cancelled export leaves no open call to the service and starts no new one', async () => {
    const { desk, viewer, id } = await slowExport()
    const { status, body } = await viewer.json('DELETE', `/api/exports/${id}`)
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ state: 'cancelled', eta_seconds: 0 }),
    ])
    await until('no call is open', async () => (await desk.service.openCalls()) === 0)
    const journal = await desk.service.journal()
    expect(journal.filter(({ outcome }) => outcome === 'aborted')).toHaveLength(PHOTOS_IN_FLIGHT)
    const { budget } = (await import('#lib/portrait-api/connect.ts')).connectWithKey(
      (await import('#tests/support/desk.ts')).CANARY_KEY,
    )
    expect(budget.state().waiting).toEqual({ interactive: 0, background: 0, idle: 0 })
    expect(await desk.service.journal()).toHaveLength(journal.length)
    expect(desk.output.map(line => JSON.parse(line).event)).toEqual(['export_started', 'export_ended'])
  })

  test('a cancelled export stays cancelled, and a ready one cannot be cancelled any more', async () => {
    const { viewer, id } = await slowExport()
    for (let time = 0; time < 2; time += 1)
      expect((await viewer.json('DELETE', `/api/exports/${id}`)).body.data).toMatchObject({
        state: 'cancelled',
      })
  })

  test('a cancel of a ready export leaves it ready', async () => {
    const { viewer, done } = await prepared()
    expect((await viewer.json('DELETE', `/api/exports/${done.id}`)).body.data).toMatchObject({
      state: 'ready',
    })
    expect((await viewer.call('HEAD', archiveOf(done))).status).toBe(200)
  })
})

describe('"Download again"', () => {
  /** Fetches everything again, while the service holds the last five photos back. */
  async function fetching() {
    const { desk, viewer, done } = await prepared()
    const before = await openArchive(viewer, done)
    clearStore(desk)
    const answer = { kind: 'delay', ms: 60_000 } as const
    await desk.service.fault({ path: '/employees/*/photo', skip: 3, times: 999, answer })
    await viewer.json('POST', `/api/exports/${done.id}/resume`)
    await until('calls wait', async () => (await desk.service.openCalls()) > 0)
    return { desk, viewer, done, before }
  }

  test('a cancelled "Download again" costs nothing: the next download holds the whole archive', async () => {
    const { desk, viewer, done, before } = await fetching()
    const { body } = await viewer.json<{ data: Export }>('DELETE', `/api/exports/${done.id}`)
    expect(body.data).toMatchObject({ state: 'ready', total: 8, failed: 0 })
    expect(body.data.done).toBeLessThan(8)
    await desk.service.portal('DELETE', '/faults')
    expect(await viewer.json('HEAD', archiveOf(done))).toMatchObject({ status: 409 })
    expect((await openArchive(viewer, done)).bytes.equals(before.bytes)).toBe(true)
    expect(await readExport(viewer, done.id)).toMatchObject({ state: 'ready', done: 8, renewed_at: null })
  })

  test('a cancelled "Download again" resumes with progress', async () => {
    const { desk, viewer, done, before } = await fetching()
    await viewer.json('DELETE', `/api/exports/${done.id}`)
    await desk.service.portal('DELETE', '/faults')
    const { body } = await viewer.json<{ data: Export }>('POST', `/api/exports/${done.id}/resume`)
    expect(body.data.state).toBe('preparing')
    const again = await ended(viewer, done)
    expect((await openArchive(viewer, again)).bytes.equals(before.bytes)).toBe(true)
  })

  test('"Download again" without any photo says why, and keeps the archive for a later try', async () => {
    const { desk, viewer, done } = await prepared()
    const before = await openArchive(viewer, done)
    clearStore(desk)
    const answer = { kind: 'status', status: 404, body: { error: 'unknown_size' } } as const
    await desk.service.fault({ path: '/employees/*/photo', times: 999, answer })
    expect(await viewer.json('GET', archiveOf(done))).toMatchObject({
      status: 404,
      body: { code: 'unknown_size' },
    })
    expect(await readExport(viewer, done.id)).toMatchObject({ state: 'ready', done: 0, failed: 0 })
    await desk.service.portal('DELETE', '/faults')
    expect((await openArchive(viewer, done)).bytes.equals(before.bytes)).toBe(true)
  })

  test.each([
    ['it is not there', { status: 404, body: { error: 'not_available' } }],
    ['the answer holds no photo', { status: 200, body: {} }],
  ])('an archive without any photo, because %s, is asked for again and loses nothing', async (_, said) => {
    const { desk, viewer, done } = await prepared()
    const before = await openArchive(viewer, done)
    clearStore(desk)
    await desk.service.fault({ path: '/employees/*/photo', times: 999, answer: { kind: 'status', ...said } })
    const refused = await viewer.json<{ code: string }>('GET', archiveOf(done))
    expect(refused.status).toBeGreaterThanOrEqual(404)
    const row = await readExport(viewer, done.id)
    expect(row).toMatchObject({ state: 'ready', total: 8, done: 0, failed: 0, problems: [] })
    expect(row.error).toBe(refused.body.code)
    expect(await viewer.json('HEAD', archiveOf(done))).toMatchObject({ status: 409 })
    await desk.service.portal('DELETE', '/faults')
    expect((await openArchive(viewer, done)).bytes.equals(before.bytes)).toBe(true)
    expect(await readExport(viewer, done.id)).toMatchObject({ state: 'ready', done: 8, error: null })
  })

  test('"Download again" without some photos holds the others, and the next one asks again', async () => {
    const { desk, viewer, done } = await prepared()
    const before = await openArchive(viewer, done)
    clearStore(desk)
    const answer = { kind: 'status', status: 404, body: { error: 'not_available' } } as const
    await desk.service.fault({ path: '/employees/*/photo', times: 3, answer })
    const want = () => viewer.json<{ data: Export }>('POST', `/api/exports/${done.id}/resume`)
    await want()
    expect(await ended(viewer, done)).toMatchObject({ state: 'ready', done: 5, failed: 3, error: null })
    expect((await openArchive(viewer, done)).files.size).toBe(5 + 2)
    expect((await want()).body.data, 'from the first answer on').toMatchObject({
      state: 'preparing',
      done: 5,
      failed: 0,
    })
    expect(await ended(viewer, done)).toMatchObject({ state: 'ready', done: 8, failed: 0, problems: [] })
    const again = await openArchive(viewer, done)
    expect([...again.files.keys()].sort()).toEqual([...before.files.keys()].sort())
    expect((await want()).body.data.state).toBe('ready')
  })

  test('"Download again" is logged by its outcome: cancelled, failed, or ready', async () => {
    const { desk, viewer, done } = await fetching()
    const admin = await desk.signIn('admin')
    const last = async () => {
      const { body } = await admin.json<{ data: { action: string; details: { ended?: object } }[] }>(
        'GET',
        '/api/activity',
      )
      return body.data.find(({ action }) => action === 'export_ended')?.details.ended
    }
    await viewer.json('DELETE', `/api/exports/${done.id}`)
    await until('it is logged', async () => (await last()) !== undefined)
    expect(await last()).toMatchObject({ as: 'cancelled', of: 8 })
    await desk.service.portal('DELETE', '/faults')
    const answer = { kind: 'status', status: 404, body: { error: 'unknown_size' } } as const
    await desk.service.fault({ path: '/employees/*/photo', times: 999, answer })
    clearStore(desk)
    await viewer.json('POST', `/api/exports/${done.id}/resume`)
    await ended(viewer, done)
    expect(await last()).toEqual({ as: 'failed', photos: 0, of: 8 })
    await desk.service.portal('DELETE', '/faults')
    await openArchive(viewer, done)
    expect(await last()).toEqual({ as: 'ready', photos: 8, of: 8 })
  })

  test('a cancelled "Download again" names no deleted person in its reports', async () => {
    const { desk, viewer, done } = await fetching()
    const [person] = await listPeople(desk.service, PROJECT)
    const editor = await desk.signIn('editor')
    await editor.json('DELETE', `/api/v1/employees/${person?.id}`)
    await viewer.json('DELETE', `/api/exports/${done.id}`)
    await desk.service.portal('DELETE', '/faults')
    const { files } = await openArchive(viewer, done)
    expect(files.size).toBe(7 + 2)
    expect(files.get('report.csv')?.toString()).not.toContain(person?.email)
  })
})

describe('a photo that was damaged on disk after it was fetched', () => {
  const flipByte = (path: string) => {
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(path, bytes)
  }

  test.each([
    ['has a wrong byte', flipByte],
    ['was shortened', (path: string) => truncateSync(path, 10)],
    ['is gone', (path: string) => rmSync(path)],
  ])('a stored photo that %s is fetched again before the first byte goes out', async (_, damage) => {
    const { desk, viewer, done } = await prepared()
    const before = await openArchive(viewer, done)
    damage(storedPhotos(desk)[0] ?? '')
    const after = await openArchive(viewer, done)
    expect(after.bytes.equals(before.bytes)).toBe(true)
    expect(after.answer.headers.get('etag')).toBe(before.answer.headers.get('etag'))
    const photos = (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
    expect(photos).toHaveLength(9)
  })

  test('a damaged photo of simultaneous downloads is fetched once, and no archive lacks it', async () => {
    const { desk, viewer, done } = await prepared()
    const { bytes } = await openArchive(viewer, done)
    flipByte(storedPhotos(desk)[0] ?? '')
    const answers = await Promise.all(Array.from({ length: 5 }, () => viewer.call('GET', archiveOf(done))))
    const taken = answers.filter(({ status }) => status === 200)
    expect(taken.length).toBeGreaterThan(0)
    for (const answer of taken) expect(Buffer.from(await answer.arrayBuffer()).equals(bytes)).toBe(true)
    for (const answer of answers.filter(({ status }) => status !== 200))
      expect(await answer.json()).toMatchObject({ code: 'not_ready' })
    const photos = (await desk.service.journal()).filter(({ path }) => path.includes('/photo'))
    expect(photos).toHaveLength(9)
  })

  test('photos that the store has dropped come back with progress before a download begins', async () => {
    const { desk, viewer, done } = await prepared()
    const before = await openArchive(viewer, done)
    for (const path of storedPhotos(desk)) rmSync(path)
    const want = () => viewer.json<{ data: Export }>('POST', `/api/exports/${done.id}/resume`)
    expect((await want()).body.data).toMatchObject({ state: 'preparing', total: 8, done: 0, failed: 0 })
    const again = await ended(viewer, done)
    expect(again).toMatchObject({ state: 'ready', done: 8, failed: 0, problems: [] })
    expect((await openArchive(viewer, again)).bytes.equals(before.bytes)).toBe(true)
    const calls = (await desk.service.journal()).length
    expect((await want()).body.data).toMatchObject({ state: 'ready', done: 8 })
    expect(await desk.service.journal()).toHaveLength(calls)
  })

  test('a damaged photo without approval leaves the archive, and the report says so', async () => {
    const { desk, viewer, done } = await prepared()
    const [path = ''] = storedPhotos(desk)
    const employee_id = Number(basename(dirname(path)))
    await desk.service.portal('POST', `/employees/${employee_id}/retake`, {})
    rmSync(path)
    const { files } = await openArchive(viewer, done)
    expect(files.size).toBe(7 + 2)
    expect(await readExport(viewer, done.id)).toMatchObject({
      state: 'ready',
      done: 7,
      failed: 1,
      problems: [expect.objectContaining({ employee_id, code: 'retake' })],
    })
    expect(files.get('report.csv')?.toString()).toContain(`"missing";"";"";`)
  })

  test('a damaged photo makes an error, not half an archive, while the service is away for 20 s', async () => {
    const { desk, viewer, done } = await prepared()
    flipByte(storedPhotos(desk)[0] ?? '')
    await desk.service.fault({ path: '/**', times: 999, answer: { kind: 'status', status: 401, body: {} } })
    stopClock()
    const answered = vi.fn()
    const asked = viewer.json('GET', archiveOf(done)).finally(answered)
    await until('it waits', async () => (await readExport(viewer, done.id)).state === 'paused')
    await passMs(19_999)
    expect(answered).not.toHaveBeenCalled()
    await passMs(1)
    expect(await asked).toMatchObject({ status: 409, body: { code: 'not_ready' } })
    await viewer.json('DELETE', `/api/exports/${done.id}`)
  })

  test('a photo damaged during a download breaks the download off, and the next one is whole', async () => {
    const { desk, viewer, done } = await prepared()
    const { bytes } = await openArchive(viewer, done)
    const answer = await viewer.call('GET', archiveOf(done))
    for (const path of storedPhotos(desk)) flipByte(path)
    await expect(answer.arrayBuffer()).rejects.toThrow('damaged')
    expect(desk.output.some(line => line.includes('"archive_broken"'))).toBe(true)
    expect((await openArchive(viewer, done)).bytes.equals(bytes)).toBe(true)
  })
})

describe('a range of an archive', () => {
  const getRange = async (viewer: Person, { id }: { id: string }, headers: Record<string, string>) => {
    const answer = await viewer.call('GET', archiveOf({ id }), { headers })
    return { answer, bytes: Buffer.from(await answer.arrayBuffer()) }
  }

  test('a range continues an interrupted download: the joined file is the archive', async () => {
    const { viewer, done } = await prepared()
    const { bytes, answer } = await openArchive(viewer, done)
    const etag = answer.headers.get('etag') ?? ''
    for (const cut of [1, 29, 30, 5000, bytes.length - 23, bytes.length - 1]) {
      const rest = await getRange(viewer, done, { range: `bytes=${cut}-`, 'if-range': etag })
      expect(rest.answer.status).toBe(206)
      expect(rest.answer.headers.get('content-range')).toBe(
        `bytes ${cut}-${bytes.length - 1}/${bytes.length}`,
      )
      expect(rest.answer.headers.get('content-length')).toBe(String(bytes.length - cut))
      expect(Buffer.concat([bytes.subarray(0, cut), rest.bytes]).equals(bytes)).toBe(true)
    }
  })

  test('a range of an earlier version of the archive gets the whole new archive', async () => {
    const { viewer, done } = await prepared()
    for (const condition of ['"other"', 'W/"other"', new Date().toUTCString()]) {
      const { answer, bytes } = await getRange(viewer, done, { range: 'bytes=5-', 'if-range': condition })
      expect([answer.status, bytes.length]).toEqual([200, done.bytes])
    }
  })

  test('a range with If-Match is refused when the archive has changed, and served otherwise', async () => {
    const { viewer, done } = await prepared()
    const head = await viewer.call('HEAD', archiveOf(done))
    const etag = head.headers.get('etag') ?? ''
    const same = await getRange(viewer, done, { range: 'bytes=5-9', 'if-match': `"x", ${etag}` })
    expect([same.answer.status, same.bytes.length]).toEqual([206, 5])
    const other = await viewer.json('GET', archiveOf(done), { headers: { 'if-match': '"x"' } })
    expect(other).toMatchObject({ status: 412, body: { code: 'precondition_failed' } })
  })

  test('a range beyond the end is 416 with the true length', async () => {
    const { viewer, done } = await prepared()
    const { answer } = await getRange(viewer, done, { range: `bytes=${done.bytes}-` })
    expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${done.bytes}`])
  })

  test('a range reads no photo outside of it', async () => {
    const { desk, viewer, done } = await prepared()
    for (const path of storedPhotos(desk)) rmSync(path)
    const { answer } = await getRange(viewer, done, { range: 'bytes=-22' })
    expect(answer.status).toBe(206)
    expect((await desk.service.journal()).filter(({ path }) => path.includes('/photo'))).toHaveLength(8)
  })
})

test('a range through an HTTP/1.0 proxy gets 505, because half an archive would look whole', async () => {
  const { viewer, done } = await prepared()
  const headers = { 'x-desk-http-version': '1.0' }
  for (const method of ['GET', 'HEAD'])
    expect((await viewer.call(method, archiveOf(done), { headers })).status).toBe(505)
})

test('a part that the export does not have is not_found', async () => {
  const { viewer, done } = await prepared()
  for (const [part, status] of [
    ['1', 200],
    ['2', 404],
    ['0', 422],
    ['x', 422],
  ])
    expect((await viewer.call('HEAD', `${archiveOf(done)}?part=${part}`)).status).toBe(status)
})

test('a browser that leaves in the middle of an archive causes no error', async () => {
  const { desk, viewer, done } = await prepared()
  const reader = (await viewer.call('GET', archiveOf(done))).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(desk.output.filter(line => line.includes('"level":"error"'))).toEqual([])
})
