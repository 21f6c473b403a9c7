import { expect, onTestFinished } from 'vitest'
import type { Import, ImportWithRows } from '#lib/contracts/imports.ts'
import type { Employee, EmployeePage } from '#lib/portrait-api/contract.ts'
import type { FaultRequest } from '#sandbox/faults/fault-input.ts'
import type { JournalEntry } from '#sandbox/journal/journal.ts'
import { EMPTY_PROJECT } from '#sandbox/seed/projects.ts'
import { createSandbox } from '#sandbox/server/create-sandbox.ts'
import { listen } from '#sandbox/server/listen.ts'
import { type DeskProcess, startDeskProcess } from '#tests/support/desk-process.ts'
import { COLUMNS, importRows } from '#tests/support/imports.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const PROJECT = EMPTY_PROJECT.id

/** The sandbox with one empty project, and the calls of the desk. */
export async function startImportService() {
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

export async function startImportDesk(serviceUrl: string, dataDir: string): Promise<DeskProcess> {
  const desk = await startDeskProcess({ dataDir, serviceUrl })
  onTestFinished(() => desk.stop())
  return desk
}

export async function beginImport(desk: DeskProcess, people: number): Promise<string> {
  const rows = importRows(people)
  const body = { file_name: 'Liste.xlsx', columns: COLUMNS, rows }
  const { id } = await desk.ask<Import>('POST', `/api/projects/${PROJECT}/imports`, body)
  const start = { create: true, update_rows: [], expected: { create: people, update: 0 } }
  await desk.ask('POST', `/api/imports/${id}/start`, start)
  return id
}

/** Waits for the end of an import and returns it with its rows, which are read only once. */
export async function importEnded(desk: DeskProcess, id: string): Promise<ImportWithRows> {
  await until('the import has ended', async () => {
    const { state } = await desk.ask<Import>('GET', `/api/imports/${id}?rows=0`)
    return state === 'done' || state === 'failed'
  })
  return desk.ask<ImportWithRows>('GET', `/api/imports/${id}`)
}

/**
 * `before`: the desk is killed before the service does the call. `after`: the service has done it, and its answer is
 * lost.
 */
export type Phase = 'before' | 'after'

/** Long enough for a kill while a call is in flight. */
const HELD_MS = 150

/**
 * Kills the desk during these calls of an import. Expects that the import continues by itself, creates everybody once
 * and reports that correctly.
 */
export async function expectImportToSurvive(
  people: number,
  { phase, deaths }: { phase: Phase; deaths: number[] },
): Promise<void> {
  const service = await startImportService()
  const dataDir = createTempFolder()
  let desk = await startImportDesk(service.baseUrl, dataDir)
  await service.fault({ method: 'POST', times: 999, answer: { kind: 'delay', ms: HELD_MS, phase } })
  const id = await beginImport(desk, people)
  for (const death of deaths) {
    await until(`call ${death} is in flight`, async () => (await service.creates()).length >= death)
    await desk.stop('SIGKILL')
    desk = await startImportDesk(service.baseUrl, dataDir)
  }
  const end = await importEnded(desk, id)
  expect(end).toMatchObject({ state: 'done', error: null })
  expect(end.counts).toMatchObject({ rows: people, created: people })
  const created = await service.people()
  const byEmail = new Map(created.map(person => [person.email, person]))
  expect(created).toHaveLength(people)
  for (const { values, employee_id } of end.rows) expect(byEmail.get(values.email)?.id).toBe(employee_id)
  // The service assigns consecutive ids, so a gap would be a person who was created twice and lost.
  const ids = created.map(person => person.id)
  expect(Math.max(...ids) - Math.min(...ids) + 1).toBe(people)
}
