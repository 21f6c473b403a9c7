import { globSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { MIXED_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { once } from '#tests/support/archive-entries.ts'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { connectTo } from '#tests/support/engines.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { PHOTO_PROJECT, startPhotoService } from '#tests/support/photo-service.ts'
import { createTestDatabase, POSTGRES } from '#tests/support/postgres.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'
import { readZip } from '#tests/support/zip-reader.ts'

type Person = {
  id: number
  first_name: string
  status: string
  photo: { approved: boolean; standard_url: string | null }
}
type Start = { name: string; url: string; database: string; env?: Record<string, string> }

/** Data folders that survive a restart, as a desk's own disk does. */
const folders = new Map<string, string>()

async function start({ name, url, database, env }: Start): Promise<DeskProcess & { dataDir: string }> {
  const dataDir = folders.get(database + name) ?? createTempFolder()
  folders.set(database + name, dataDir)
  const desk = await startDeskProcess({ dataDir, serviceUrl: url, env: { DATABASE_URL: database, ...env } })
  onTestFinished(() => desk.stop())
  return { ...desk, dataDir }
}

async function startTwo(url: string, env: Record<string, string> = {}) {
  const database = await createTestDatabase()
  const places = ['a', 'b'].map(name => ({ name, url, database, env }))
  const [a, b] = await Promise.all(places.map(start))
  if (!a || !b) throw new Error('There are no two desks.')
  return { a, b, database }
}

/** Starts two desks in front of the sandbox. */
async function startWithSandbox() {
  const sandbox = await listen(createSandbox({ key: 'key-of-the-desk-process', rateLimit: 100_000 }), 0)
  onTestFinished(sandbox.close)
  const url = `${sandbox.origin}/api/v1`
  async function listCalls(): Promise<string[]> {
    const answer = await fetch(`${sandbox.origin}/portal/journal`)
    return ((await answer.json()) as { data: JournalEntry[] }).data.map(
      ({ method, path }) => `${method} ${path}`,
    )
  }
  return { ...(await startTwo(url)), url, listCalls }
}

const photosOf = ({ dataDir }: { dataDir: string }, id: number) =>
  globSync(`${dataDir}/photos/*/${id}/*.jpg`).length

const list = (desk: DeskProcess) =>
  desk.ask<Person[]>('GET', `/api/v1/projects/${MIXED_PROJECT.id}/employees?per_page=200`)

async function fetchPhoto(desk: DeskProcess, id: number): Promise<number> {
  const answer = await fetch(`${desk.origin}/api/v1/employees/${id}/photo`, { headers: desk.headers })
  await answer.arrayBuffer()
  return answer.status
}

/** Returns people whose photo both desks have stored. */
async function fetchEverywhere(
  desks: (DeskProcess & { dataDir: string })[],
  count: number,
): Promise<number[]> {
  const [first] = desks
  const approved = first
    ? (await list(first)).filter(({ photo }) => photo.approved && photo.standard_url)
    : []
  const ids = approved.slice(0, count).map(({ id }) => id)
  for (const desk of desks)
    for (const id of ids) {
      expect(await fetchPhoto(desk, id)).toBe(200)
      expect(photosOf(desk, id)).toBe(1)
    }
  return ids
}

describe.runIf(POSTGRES)('two desks on one database', () => {
  test('a change at one desk is seen at the other with the next poll, without a call', async () => {
    const { a, b, listCalls } = await startWithSandbox()
    const [person] = await list(a)
    const id = person?.id ?? 0
    const nameInList = async (desk: DeskProcess) => {
      const path = `/api/projects/${MIXED_PROJECT.id}/people?per_page=200`
      return (await desk.ask<Person[]>('GET', path)).find(other => other.id === id)?.first_name
    }
    const nameInRecord = async (desk: DeskProcess) =>
      (await desk.ask<Person>('GET', `/api/v1/employees/${id}`)).first_name
    for (const desk of [a, b]) {
      await until('it knows everybody', () => nameInList(desk))
      await nameInRecord(desk)
    }
    for (const [desk, other, name] of [
      [a, b, 'Zoë'],
      [b, a, 'Yara'],
    ] as const) {
      await desk.ask('PATCH', `/api/v1/employees/${id}`, { first_name: name })
      const before = (await listCalls()).length
      await until('the roster has it', async () => (await nameInList(other)) === name)
      expect((await listCalls()).slice(before)).toEqual([])
      // The record of one person may be requested once; the list costs no call.
      expect(await nameInRecord(other)).toBe(name)
      expect([[], [`GET /employees/${id}`]]).toContainEqual((await listCalls()).slice(before))
    }
  })

  test('an employee deleted at one desk leaves the disks of all, even of a stopped one', async () => {
    const { a, b, database, url } = await startWithSandbox()
    const [first = 0, second = 0] = await fetchEverywhere([a, b], 2)
    const remove = async (id: number) =>
      (await fetch(`${a.origin}/api/v1/employees/${id}`, { method: 'DELETE', headers: a.headers })).status
    expect(await remove(first)).toBe(204)
    await until('it is gone from both disks', () => photosOf(a, first) + photosOf(b, first) === 0)
    expect([photosOf(a, second), photosOf(b, second)]).toEqual([1, 1])
    await b.stop()
    expect(await remove(second)).toBe(204)
    expect(photosOf(b, second)).toBe(1)
    const again = await start({ name: 'b', url, database })
    expect(photosOf(again, second)).toBe(0)
  })

  test('a photo whose approval is withdrawn leaves the disks of all desks', async () => {
    const service = await startPhotoService({ people: 3, photoBytes: 20_000 })
    onTestFinished(() => service.stop())
    const { a, b } = await startTwo(service.baseUrl, { PORTRAIT_API_CACHE_MS: '0' })
    const look = (desk: DeskProcess) =>
      desk.ask<Person[]>('GET', `/api/v1/projects/${PHOTO_PROJECT.id}/employees?per_page=200`)
    for (const desk of [a, b]) {
      await look(desk)
      for (const id of [1, 2]) expect(await fetchPhoto(desk, id)).toBe(200)
    }
    service.withdraw(1)
    await look(a)
    await until('it is gone from both disks', () => photosOf(a, 1) + photosOf(b, 1) === 0)
    expect([photosOf(a, 2), photosOf(b, 2)]).toEqual([1, 1])
  })

  test('an archive prepared by one desk is served by the other, which fetches missing photos', async () => {
    const service = await startPhotoService({ people: 12, photoBytes: 20_000 })
    onTestFinished(() => service.stop())
    const { a, b } = await startTwo(service.baseUrl)
    const { id } = await a.start()
    await a.ready(id)
    expect(service.given).toHaveLength(12)
    const download = async (desk: DeskProcess) => {
      const answer = await fetch(desk.archiveUrl(id), { headers: desk.headers })
      expect(answer.status).toBe(200)
      const { entries } = await readZip(once(Buffer.from(await answer.arrayBuffer())))
      return entries.map(({ name, size }) => `${name} ${size}`)
    }
    const there = await download(a)
    expect(await download(b)).toEqual(there)
    expect(service.given, 'each photo once for each disk').toHaveLength(24)
    expect(await download(a)).toEqual(there)
    expect(service.given).toHaveLength(24)
  })

  test('a photo in a shared folder is fetched once', async () => {
    const service = await startPhotoService({ people: 12, photoBytes: 20_000 })
    onTestFinished(() => service.stop())
    const { a, b } = await startTwo(service.baseUrl, { PHOTO_STORE_DIR: createTempFolder() })
    const { id } = await a.start()
    await a.ready(id)
    for (const desk of [b, a]) {
      const answer = await fetch(desk.archiveUrl(id), { headers: desk.headers })
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(12 * 20_000)
    }
    expect(service.given).toHaveLength(12)
  })

  test('wrong passwords are counted across both desks', async () => {
    const { a, b } = await startWithSandbox()
    const tried: number[] = []
    for (const desk of [a, b, a, b, a, b]) {
      const own = { 'sec-fetch-site': 'same-origin', 'x-csrf': '1' }
      const start = await fetch(`${desk.origin}/api/auth/csrf`, { headers: own })
      const { csrfToken } = (await start.json()) as { csrfToken: string }
      const cookie = start.headers.getSetCookie().map(header => header.split(';', 1)[0])
      const answer = await fetch(`${desk.origin}/api/auth/callback/credentials`, {
        method: 'POST',
        headers: { ...own, 'content-type': 'application/json', cookie: cookie.join('; ') },
        body: JSON.stringify({ email: 'desk@example.com', password: 'not the right one', csrfToken }),
      })
      tried.push(answer.status)
    }
    // Five wrong tries of an account are allowed; the sixth has to wait, at either desk.
    expect(tried).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('a session counts at both desks, and a disabled account is out at both at once', async () => {
    const { a, b, database } = await startWithSandbox()
    const atBoth = () =>
      Promise.all(
        [a, b].map(
          async ({ origin }) => (await fetch(`${origin}/api/v1/projects`, { headers: a.headers })).status,
        ),
      )
    expect(await atBoth()).toEqual([200, 200])
    await connectTo(database).run("UPDATE accounts SET status = 'disabled'")
    expect(await atBoth()).toEqual([401, 401])
  })
})

if (!POSTGRES) leaveOut('two desks on one database', 'PostgreSQL (Debian: postgresql)')
