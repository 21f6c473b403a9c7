import { expect, onTestFinished } from 'vitest'
import type { Batch } from '#lib/batches/contract.ts'
import type { Import, ImportWithRows } from '#lib/contracts/imports.ts'
import { PHOTOS_IN_FLIGHT } from '#lib/exports/prepare/fetch-file.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { EMPTY_PROJECT, LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { COLUMNS, importRows } from '#tests/support/imports.ts'
import { readWithJsZip } from '#tests/support/other-zip-readers.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'
import { SMALL } from './chaos-desk.ts'

const LIMIT = 40
const WINDOW_MS = 1_000
/** The sandbox's clock counts whole milliseconds. */
const CLOCK_MS = 1
const PHOTOS = 120
const CHANGED = 40

export type Size = {
  newPeople: number
  /** The delay of a create, long enough for its desk to be killed meanwhile; the service has done it by that time. */
  createMs: number
  /** Null: the default of the setting. */
  leaseSeconds: number | null
  endMs: number
}
/** `jobs-of-a-company.test.ts` has a larger size. */
export const DAILY: Size = { newPeople: 300, createMs: 1_200, leaseSeconds: 2, endMs: 90_000 }

export type TwoDesks = Awaited<ReturnType<typeof startTwoDesks>>
type Begun = { export: string; import: string; batch: string; people: Employee[] }

/** Two desks with one database, one key and one folder of photos, in front of a service that counts. */
export async function startTwoDesks(databaseUrl: string, size: Size = DAILY) {
  const sandbox = createSandbox({ key: 'key-of-the-desk-process', rateLimit: LIMIT, rateWindowMs: WINDOW_MS })
  const { origin, close } = await listen(sandbox, 0)
  onTestFinished(close)
  async function portal<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const request = { method, headers: { 'content-type': 'application/json' } }
    const sent = body === undefined ? request : { ...request, body: JSON.stringify(body) }
    const answer = await sandbox.fetch(new Request(`${origin}/portal${path}`, sent))
    return (answer.status === 204 ? undefined : ((await answer.json()) as { data: Data }).data) as Data
  }
  const own = await portal<{ id: number; key: string }>('POST', '/keys', { label: 'Tests' })
  const photos = createTempFolder()

  async function startDesk(): Promise<DeskProcess> {
    const desk = await startDeskProcess({
      dataDir: createTempFolder(),
      serviceUrl: `${origin}/api/v1`,
      env: {
        DATABASE_URL: databaseUrl,
        PHOTO_STORE_DIR: photos,
        PORTRAIT_API_LIMIT: String(LIMIT),
        PORTRAIT_API_WINDOW_MS: String(WINDOW_MS),
        ...(size.leaseSeconds !== null && { JOB_LEASE_SECONDS: String(size.leaseSeconds) }),
      },
    })
    onTestFinished(async () => {
      // A stopped process reacts to SIGKILL alone.
      await desk.stop('SIGKILL')
    })
    return desk
  }

  async function people(projectId: number): Promise<Employee[]> {
    const all: Employee[] = []
    for (let page = 1; ; page += 1) {
      const url = `${origin}/api/v1/projects/${projectId}/employees?per_page=200&page=${page}`
      const headers = { authorization: `Bearer ${own.key}` }
      const answer = await sandbox.fetch(new Request(url, { headers }))
      const { data, links } = (await answer.json()) as EmployeePage
      all.push(...data)
      if (links.next === null) return all
    }
  }

  async function journal(): Promise<JournalEntry[]> {
    const entries = await portal<JournalEntry[]>('GET', '/journal')
    return entries.filter(({ key_id }) => key_id !== own.id)
  }

  const [first, second] = await Promise.all([startDesk(), startDesk()])
  return {
    size,
    first,
    second,
    people,
    journal,
    fault: (fault: FaultRequest) => portal('POST', '/faults', fault),
  }
}

/** Starts an export, an import and a batch, all at the first desk. */
export async function beginAll({ size, first, fault, people }: TwoDesks): Promise<Begun> {
  const large = await people(LARGE_PROJECT.id)
  const photographed = large.slice(0, PHOTOS)
  const changed = large.slice(PHOTOS).filter(({ locale }) => locale !== 'en')
  await fault({ method: 'POST', times: 99, answer: { kind: 'delay', ms: size.createMs, phase: 'after' } })
  const { id: exportId } = await first.start({
    project_id: LARGE_PROJECT.id,
    size: SMALL,
    scope: { kind: 'people', employee_ids: photographed.map(({ id }) => id) },
  })
  const batch = await first.ask<Batch>('POST', '/api/batches', {
    project_id: LARGE_PROJECT.id,
    action: 'locale',
    locale: 'en',
    employee_ids: changed.slice(0, CHANGED).map(({ id }) => id),
  })
  return {
    export: exportId,
    batch: batch.id,
    import: await beginImport(first, size.newPeople),
    people: photographed,
  }
}

export async function beginImport(desk: DeskProcess, create: number): Promise<string> {
  const body = { file_name: 'Liste.xlsx', columns: COLUMNS, rows: importRows(create) }
  const { id } = await desk.ask<Import>('POST', `/api/projects/${EMPTY_PROJECT.id}/imports`, body)
  const start = { create: true, update_rows: [], expected: { create, update: 0 } }
  await desk.ask('POST', `/api/imports/${id}/start`, start)
  return id
}

/** Waits until all three have begun and a create is in flight; none has ended. */
export async function untilUnderWay({ journal }: TwoDesks): Promise<void> {
  let said = ''
  await until(
    () => `everything is under way: ${said}`,
    async () => {
      const entries = await journal()
      const count = (method: string, part: string) =>
        entries.filter(entry => entry.method === method && entry.path.includes(part)).length
      const isCreating = entries.some(({ method, open }) => method === 'POST' && open)
      said = `${count('POST', '')} creates, ${count('GET', '/photo')} photos, ${count('PATCH', '')} changes`
      return isCreating && count('GET', '/photo') >= 12 && count('PATCH', '/employees/') >= 3
    },
  )
}

/** Reads the states at the second desk. While the database is away, the only answer is 503. */
export async function untilEnded({ second, size }: TwoDesks, begun: Begun): Promise<void> {
  const states = async () => [
    (await second.read(begun.export)).state,
    (await second.ask<Import>('GET', `/api/imports/${begun.import}?rows=0`)).state,
    (await second.ask<Batch>('GET', `/api/batches/${begun.batch}`)).state,
  ]
  let last: unknown
  await until(
    () => `all has ended: ${last}`,
    async () => {
      last = await states().catch((error: Error) => error.message)
      if (typeof last === 'string') expect(last).toMatch(/: 503 /)
      return String(last) === 'ready,done,done'
    },
    size.endMs,
  )
}

/** Expects that nothing is duplicated or missing, and that no window held more calls than the service allows. */
export async function expectExact(desks: TwoDesks, begun: Begun): Promise<void> {
  const { second, journal, people, size } = desks
  const entries = await journal()
  const times = entries.map(({ time }) => time).sort((a, b) => a - b)
  const gaps = times.slice(LIMIT).map((time, index) => time - (times[index] ?? 0))
  expect(gaps.filter(gap => gap < WINDOW_MS - CLOCK_MS)).toEqual([])
  expect(entries.filter(({ status }) => status === 429)).toEqual([])

  const imported = await second.ask<ImportWithRows>('GET', `/api/imports/${begun.import}`)
  expect(imported.counts).toMatchObject({ rows: size.newPeople, created: size.newPeople })
  const made = await people(EMPTY_PROJECT.id)
  const byEmail = new Map(made.map(person => [person.email, person.id]))
  expect(made).toHaveLength(size.newPeople)
  for (const { values, employee_id } of imported.rows) expect(byEmail.get(values.email)).toBe(employee_id)
  // Ids are consecutive, so no person was created twice and lost.
  const ids = made.map(({ id }) => id)
  expect(Math.max(...ids) - Math.min(...ids) + 1).toBe(size.newPeople)

  const batch = await second.ask<Batch>('GET', `/api/batches/${begun.batch}`)
  expect([batch.total, batch.done, batch.failed]).toEqual([CHANGED, CHANGED, 0])
  const patched = entries.filter(({ method }) => method === 'PATCH').map(({ path }) => path)
  expect([patched.length, new Set(patched).size]).toEqual([CHANGED, CHANGED])

  const asked = entries.filter(({ method, path }) => method === 'GET' && path.includes('/photo'))
  expect(new Set(asked.map(({ path }) => path)).size).toBe(PHOTOS)
  // Only photos in flight at the loss of the desk are fetched again.
  expect(asked.length - PHOTOS).toBeLessThanOrEqual(PHOTOS_IN_FLIGHT)
  const { parts, ...told } = await second.read(begun.export)
  expect([told.done, told.failed, parts.length]).toEqual([PHOTOS, 0, 1])
  const archive = await fetch(second.archiveUrl(begun.export), { headers: second.headers })
  const files = await readWithJsZip(Buffer.from(await archive.arrayBuffer()))
  expect(files.filter(({ name }) => name.endsWith('.jpg'))).toHaveLength(PHOTOS)
}
