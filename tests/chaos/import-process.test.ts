import { expect, onTestFinished, test } from 'vitest'
import type { Import, ImportWithRows } from '#lib/contracts/imports.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { COLUMNS, importRows } from '#tests/support/imports.ts'
import { IS_NIGHT } from '#tests/support/night.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const PEOPLE = 1300
const PROJECT = EMPTY_PROJECT.id
/** Long enough for a kill to come while a call is on its way. */
const HELD_MS = 150

async function startService() {
  const sandbox = createSandbox({ key: 'key-of-the-desk-process', rateLimit: 100_000 })
  const { origin, close } = await listen(sandbox, 0)
  onTestFinished(close)
  async function portal<Data>(method: string, path: string, body?: unknown): Promise<Data> {
    const request = { method, headers: { 'content-type': 'application/json' } }
    const sent = body === undefined ? request : { ...request, body: JSON.stringify(body) }
    const answer = await sandbox.fetch(new Request(`${origin}/portal${path}`, sent))
    return ((await answer.json()) as { data: Data }).data
  }
  const own = await portal<{ id: number; key: string }>('POST', '/keys', { label: 'Tests' })
  return {
    baseUrl: `${origin}/api/v1`,
    fault: (fault: FaultRequest) => portal('POST', '/faults', fault),
    async creates(): Promise<JournalEntry[]> {
      const journal = await portal<JournalEntry[]>('GET', '/journal')
      return journal.filter(({ method, key_id }) => method === 'POST' && key_id !== own.id)
    },
    async people(): Promise<Employee[]> {
      const people: Employee[] = []
      for (let page = 1; ; page += 1) {
        const url = `${origin}/api/v1/projects/${PROJECT}/employees?per_page=200&page=${page}`
        const headers = { authorization: `Bearer ${own.key}` }
        const { data, links } = (await (
          await sandbox.fetch(new Request(url, { headers }))
        ).json()) as EmployeePage
        people.push(...data)
        if (links.next === null) return people
      }
    },
  }
}

async function startDesk(serviceUrl: string, dataDir: string): Promise<DeskProcess> {
  const desk = await startDeskProcess({ dataDir, serviceUrl })
  onTestFinished(() => desk.stop())
  return desk
}

async function begin(desk: DeskProcess): Promise<string> {
  const rows = importRows(PEOPLE)
  const body = { file_name: 'Liste.xlsx', columns: COLUMNS, rows }
  const { id } = await desk.ask<Import>('POST', `/api/projects/${PROJECT}/imports`, body)
  const start = { create: true, update_rows: [], expected: { create: PEOPLE, update: 0 } }
  await desk.ask('POST', `/api/imports/${id}/start`, start)
  return id
}

/** Asks for the rows once, at the end: all of them at each look would be most of what the two processes do. */
async function ended(desk: DeskProcess, id: string): Promise<ImportWithRows> {
  await until(
    'the import has ended',
    async () => {
      const { state } = await desk.ask<Import>('GET', `/api/imports/${id}?rows=0`)
      return state === 'done' || state === 'failed'
    },
    25_000,
  )
  return desk.ask<ImportWithRows>('GET', `/api/imports/${id}`)
}

/** `before`: the service has not done the call when the desk dies. `after`: it has, and nobody has heard of it. */
const DEATHS: ['before' | 'after', number[]][] = [
  ['before', [1]],
  ['after', [7]],
  ['after', [3, 4, 6]],
]
const MORE_DEATHS: typeof DEATHS = [
  ['after', [1]],
  ['before', [2, 4, 6]],
]

test.each(IS_NIGHT ? [...DEATHS, ...MORE_DEATHS] : DEATHS)(
  'a desk that is killed %s the work of calls %j goes on by itself, makes everybody once, and tells it truly',
  async (phase, deaths) => {
    const service = await startService()
    const dataDir = createTempFolder()
    let desk = await startDesk(service.baseUrl, dataDir)
    await service.fault({ method: 'POST', times: 999, answer: { kind: 'delay', ms: HELD_MS, phase } })
    const id = await begin(desk)
    for (const death of deaths) {
      await until(`call ${death} is on its way`, async () => (await service.creates()).length >= death)
      await desk.stop('SIGKILL')
      desk = await startDesk(service.baseUrl, dataDir)
    }
    const end = await ended(desk, id)
    expect(end).toMatchObject({ state: 'done', error: null })
    expect(end.counts).toMatchObject({ rows: PEOPLE, created: PEOPLE })
    const people = await service.people()
    const byEmail = new Map(people.map(person => [person.email, person]))
    expect(people).toHaveLength(PEOPLE)
    for (const { values, employee_id } of end.rows) expect(byEmail.get(values.email)?.id).toBe(employee_id)
    // Ids are given in turn: nobody was made a second time and lost.
    const ids = people.map(person => person.id)
    expect(Math.max(...ids) - Math.min(...ids) + 1).toBe(PEOPLE)
  },
)

test('a desk that is killed while it narrows down a row on which the service fails refuses that one only', async () => {
  const service = await startService()
  const dataDir = createTempFolder()
  let desk = await startDesk(service.baseUrl, dataDir)
  const fails = { kind: 'status', status: 500 } as const
  await service.fault({ method: 'POST', contains: '"person.5@import.example"', times: 9_999, answer: fails })
  const id = await begin(desk)
  for (const death of [13, 18]) {
    await until(`call ${death} has come`, async () => (await service.creates()).length >= death)
    await desk.stop('SIGKILL')
    desk = await startDesk(service.baseUrl, dataDir)
  }
  const end = await ended(desk, id)
  expect(end.counts).toMatchObject({ rows: PEOPLE, created: PEOPLE - 1, refused: 1 })
  expect(end.rows.find(({ outcome }) => outcome === 'refused')?.values.email).toBe('person.5@import.example')
  const people = await service.people()
  const byEmail = new Map(people.map(person => [person.email, person.id]))
  for (const { values, outcome, employee_id } of end.rows)
    if (outcome === 'created') expect(byEmail.get(values.email)).toBe(employee_id)
  // Ids are given in turn: nobody was made a second time and lost.
  const ids = people.map(person => person.id)
  expect(Math.max(...ids) - Math.min(...ids) + 1).toBe(PEOPLE - 1)
})

test('what a person has paused stays paused over a restart, and goes on when they say so', async () => {
  const service = await startService()
  const dataDir = createTempFolder()
  const first = await startDesk(service.baseUrl, dataDir)
  await service.fault({ method: 'POST', times: 999, answer: { kind: 'delay', ms: HELD_MS } })
  const id = await begin(first)
  await until('the second call is on its way', async () => (await service.creates()).length === 2)
  await first.ask('POST', `/api/imports/${id}/pause`)
  await first.stop('SIGKILL')
  const second = await startDesk(service.baseUrl, dataDir)
  const calls = (await service.creates()).length
  const now = await second.ask<Import>('GET', `/api/imports/${id}?rows=0`)
  expect(now).toMatchObject({ state: 'paused', pause_reason: 'by_person' })
  expect(await service.creates()).toHaveLength(calls)
  await second.ask('POST', `/api/imports/${id}/resume`)
  expect((await ended(second, id)).counts.created).toBe(PEOPLE)
  expect(await service.people()).toHaveLength(PEOPLE)
})

test('a desk that is asked to stop lets nothing more leave, and its next start goes on', async () => {
  const service = await startService()
  const dataDir = createTempFolder()
  const first = await startDesk(service.baseUrl, dataDir)
  await service.fault({ method: 'POST', times: 999, answer: { kind: 'delay', ms: HELD_MS } })
  const id = await begin(first)
  await until('the second call is on its way', async () => (await service.creates()).length === 2)
  await first.stop('SIGTERM')
  expect(await service.creates()).toHaveLength(2)
  const second = await startDesk(service.baseUrl, dataDir)
  expect((await ended(second, id)).counts.created).toBe(PEOPLE)
  expect(await service.people()).toHaveLength(PEOPLE)
})
