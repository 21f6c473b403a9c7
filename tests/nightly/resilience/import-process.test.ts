import { expect, test } from 'vitest'
import type { Import } from '#lib/contracts/imports.ts'
import {
  beginImport,
  expectImportToSurvive,
  importEnded,
  type Phase,
  startImportDesk,
  startImportService,
} from '#tests/support/resilience/interrupted-import.ts'
import { createTempFolder } from '#tests/support/temp-folder.ts'
import { until } from '#tests/support/until.ts'

const PEOPLE = 1300
const HELD_MS = 150

test.each<[Phase, number[]]>([
  ['before', [1]],
  ['after', [7]],
  ['after', [3, 4, 6]],
  ['after', [1]],
  ['before', [2, 4, 6]],
])('an import killed %s the work of calls %j continues and creates everybody once', (phase, deaths) =>
  expectImportToSurvive(PEOPLE, { phase, deaths }),
)

test('a desk killed while it isolates a failing row refuses only that row', async () => {
  const service = await startImportService()
  const dataDir = createTempFolder()
  let desk = await startImportDesk(service.baseUrl, dataDir)
  const fails = { kind: 'status', status: 500 } as const
  await service.fault({ method: 'POST', contains: '"person.5@import.example"', times: 9_999, answer: fails })
  const id = await beginImport(desk, PEOPLE)
  for (const death of [13, 18]) {
    await until(`call ${death} has come`, async () => (await service.creates()).length >= death)
    await desk.stop('SIGKILL')
    desk = await startImportDesk(service.baseUrl, dataDir)
  }
  const end = await importEnded(desk, id)
  expect(end.counts).toMatchObject({ rows: PEOPLE, created: PEOPLE - 1, refused: 1 })
  expect(end.rows.find(({ outcome }) => outcome === 'refused')?.values.email).toBe('person.5@import.example')
  const people = await service.people()
  const byEmail = new Map(people.map(person => [person.email, person.id]))
  for (const { values, outcome, employee_id } of end.rows)
    if (outcome === 'created') expect(byEmail.get(values.email)).toBe(employee_id)
  // Ids are assigned in sequence, so a lost duplicate would leave a gap.
  const ids = people.map(person => person.id)
  expect(Math.max(...ids) - Math.min(...ids) + 1).toBe(PEOPLE - 1)
})

test('a paused import stays paused over a restart, and resumes when the user says so', async () => {
  const service = await startImportService()
  const dataDir = createTempFolder()
  const first = await startImportDesk(service.baseUrl, dataDir)
  await service.fault({ method: 'POST', times: 999, answer: { kind: 'delay', ms: HELD_MS } })
  const id = await beginImport(first, PEOPLE)
  await until('the second call is on its way', async () => (await service.creates()).length === 2)
  await first.ask('POST', `/api/imports/${id}/pause`)
  await first.stop('SIGKILL')
  const second = await startImportDesk(service.baseUrl, dataDir)
  const calls = (await service.creates()).length
  const now = await second.ask<Import>('GET', `/api/imports/${id}?rows=0`)
  expect(now).toMatchObject({ state: 'paused', pause_reason: 'by_person' })
  expect(await service.creates()).toHaveLength(calls)
  await second.ask('POST', `/api/imports/${id}/resume`)
  expect((await importEnded(second, id)).counts.created).toBe(PEOPLE)
  expect(await service.people()).toHaveLength(PEOPLE)
})

test('a stopping desk sends nothing more, and its next start resumes the import', async () => {
  const service = await startImportService()
  const dataDir = createTempFolder()
  const first = await startImportDesk(service.baseUrl, dataDir)
  await service.fault({ method: 'POST', times: 999, answer: { kind: 'delay', ms: HELD_MS } })
  const id = await beginImport(first, PEOPLE)
  await until('the second call is on its way', async () => (await service.creates()).length === 2)
  await first.stop('SIGTERM')
  expect(await service.creates()).toHaveLength(2)
  const second = await startImportDesk(service.baseUrl, dataDir)
  expect((await importEnded(second, id)).counts.created).toBe(PEOPLE)
  expect(await service.people()).toHaveLength(PEOPLE)
})
