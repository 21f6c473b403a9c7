import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { COMPLETED_PROJECT, LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { type Desk, type Person, startDesk } from '#tests/support/desk.ts'
import { ended, startExport } from '#tests/support/exports.ts'
import { listPeople } from '#tests/support/mirror.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = COMPLETED_PROJECT.id
const archiveOf = ({ id }: { id: string }) => `/api/exports/${id}/archive`

async function prepared() {
  const desk = startDesk()
  const viewer = await desk.signIn('viewer')
  const employee_ids = (await listPeople(desk.service, PROJECT)).slice(0, 8).map(({ id }) => id)
  return { desk, viewer, done: await ended(viewer, await startExport(viewer, PROJECT, { scope: { kind: 'people', employee_ids } })) }
}

/** The stored photos, in no order. */
const storedPhotos = ({ dataDir }: Desk) =>
  readdirSync(join(dataDir, 'photos'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jpg'))
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
  await until('six calls wait for the service', async () => {
    const held = (await desk.service.journal()).filter(({ open, fault }) => open && fault !== null)
    return held.length === 6
  })
  return { desk, viewer, id }
}

describe('HEAD of an archive', () => {
  test('has the headers of GET, reads nothing and asks the service nothing', async () => {
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

describe('an archive that is not there', () => {
  test('is not_ready while it is prepared, with GET and with HEAD', async () => {
    const { viewer, id } = await slowExport()
    expect(await viewer.json('GET', archiveOf({ id }))).toMatchObject({
      status: 409,
      body: { code: 'not_ready' },
    })
    expect((await viewer.call('HEAD', archiveOf({ id }))).status).toBe(409)
    await viewer.json('DELETE', `/api/exports/${id}`)
  })

  test('is cancelled after that', async () => {
    const { viewer, id } = await slowExport()
    await viewer.json('DELETE', `/api/exports/${id}`)
    expect(await viewer.json('GET', archiveOf({ id }))).toMatchObject({
      status: 409,
      body: { code: 'cancelled' },
    })
  })

  test.each(['GET', 'DELETE', 'archive'])(
    'is not_found to another person, however they ask: %s',
    async how => {
      const { desk, viewer, done } = await prepared()
      const other = await desk.signIn('admin')
      const [method, path] = how === 'archive' ? ['GET', archiveOf(done)] : [how, `/api/exports/${done.id}`]
      expect(await other.json(method, path)).toMatchObject({ status: 404, body: { code: 'not_found' } })
      expect((await viewer.call('HEAD', archiveOf(done))).status).toBe(200)
    },
  )

  test.each(['x', crypto.randomUUID()])('is not_found when nobody made it: %s', async id => {
    const viewer = await startDesk().signIn('viewer')
    expect(await viewer.json('GET', archiveOf({ id }))).toMatchObject({
      status: 404,
      body: { code: 'not_found' },
    })
  })
})

describe('a cancelled export', () => {
  test('leaves no open call to the service and starts no new one', async () => {
    const { desk, viewer, id } = await slowExport()
    const { status, body } = await viewer.json('DELETE', `/api/exports/${id}`)
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ state: 'cancelled', eta_seconds: 0 }),
    ])
    await until('no call is open', async () => (await desk.service.openCalls()) === 0, 1000)
    const journal = await desk.service.journal()
    expect(journal.filter(({ outcome }) => outcome === 'aborted')).toHaveLength(6)
    const { budget } = (await import('#lib/portrait-api/connect.ts')).connectWithKey(
      (await import('#tests/support/desk.ts')).CANARY_KEY,
    )
    expect(budget.state().waiting).toEqual({ interactive: 0, background: 0, idle: 0 })
    expect(await desk.service.journal()).toHaveLength(journal.length)
    expect(desk.output.map(line => JSON.parse(line).event)).toEqual(['export_started', 'export_ended'])
  })

  test('stays cancelled, and one that is ready cannot be cancelled any more', async () => {
    const { viewer, id } = await slowExport()
    for (let time = 0; time < 2; time += 1)
      expect((await viewer.json('DELETE', `/api/exports/${id}`)).body.data).toMatchObject({
        state: 'cancelled',
      })
  })

  test('that was ready before stays ready', async () => {
    const { viewer, done } = await prepared()
    expect((await viewer.json('DELETE', `/api/exports/${done.id}`)).body.data).toMatchObject({
      state: 'ready',
    })
    expect((await viewer.call('HEAD', archiveOf(done))).status).toBe(200)
  })
})

describe('a photo that was damaged on disk after it was fetched', () => {
  test('breaks the download, which is never ended as if it were whole', async () => {
    const { desk, viewer, done } = await prepared()
    const path = storedPhotos(desk)[0] ?? ''
    const bytes = readFileSync(path)
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1
    writeFileSync(path, bytes)
    const answer = await viewer.call('GET', archiveOf(done))
    await expect(answer.arrayBuffer()).rejects.toThrow('damaged')
    expect(desk.output.some(line => line.includes('"archive_broken"'))).toBe(true)
  })

  test.each([
    ['was shortened', (path: string) => truncateSync(path, 10)],
    ['is gone', (path: string) => rmSync(path)],
  ])('and %s is noticed while the answer can still be an error', async (_, damage) => {
    const { desk, viewer, done } = await prepared()
    damage(storedPhotos(desk)[0] ?? '')
    expect(await viewer.json('GET', archiveOf(done))).toMatchObject({
      status: 409,
      body: { code: 'not_ready' },
    })
  })
})

test('a browser that turns away in the middle of an archive is no error', async () => {
  const { desk, viewer, done } = await prepared()
  const reader = (await viewer.call('GET', archiveOf(done))).body?.getReader()
  await reader?.read()
  await reader?.cancel()
  expect(desk.output.filter(line => line.includes('"level":"error"'))).toEqual([])
})
