import { beforeEach, expect, test, vi } from 'vitest'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { employeeInputSchema } from '#lib/portrait-api/input-contract.ts'
import type { ImportRecord } from '#lib/store/import-rows.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { importRows } from '#tests/support/imports.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

const NOW = new Date().toISOString()
const RECORD: ImportRecord = {
  id: crypto.randomUUID(),
  owner_id: 'anna',
  owner_email: 'anna@example.com',
  project_id: 7,
  project: { projektnummer: 'P-7', name: 'Werk' },
  key_fingerprint: 'f'.repeat(32),
  file_name: 'list.csv',
  columns: [],
  state: 'draft',
  pause_reason: null,
  error: null,
  planned: 3,
  created_at: NOW,
  started_at: NOW,
  ended_at: null,
  cancelled_by: null,
  touched_at: NOW,
}

beforeEach(async () => {
  applySettings()
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { getAccountStore } = await import('#lib/store/account-store.ts')
  const { newAccountRow } = await import('#lib/session/accounts/accounts.ts')
  await getAccountStore().create(newAccountRow({ id: 'anna', email: 'anna@example.com', role: 'editor' }))
})

test('each row gets the person created from it, in whatever order the service returns them', async () => {
  const { getImportStore } = await import('#lib/store/import-store.ts')
  const store = getImportStore()
  const rows = importRows(3)
  await store.create(RECORD, rows, { drafts: 10, bytes: 1_000_000 })
  const plans = rows.map(({ row, values: { first_name, last_name, email } }) => ({
    ...{ row, problems: [], employee_id: null, outcome: 'waiting' as const, task: 'create' as const },
    input: { first_name, last_name, email },
  }))
  await store.start(RECORD, plans, { changes: { state: 'sending' }, running: 3 })
  const made: Employee[] = []
  const client = fakeClient({
    listEmployees: async () => pageOf([]),
    async createEmployees(_, inputs) {
      for (const [index, input] of inputs.entries()) {
        const { email, ...names } = employeeInputSchema.parse(input)
        made.push(readyEmployee({ ...names, id: 100 + index, email: email.toUpperCase(), status: 'pending' }))
      }
      return made.toReversed()
    },
  })
  const { IMPORTS } = await import('#lib/imports/send/import-job.ts')
  const { runJob } = await import('#lib/jobs/engine.ts')
  await runJob(IMPORTS, { ...RECORD, state: 'sending' }, client)
  expect((await store.rows(RECORD.id)).map(({ outcome, employee_id }) => [outcome, employee_id])).toEqual([
    ['created', 100],
    ['created', 101],
    ['created', 102],
  ])
})

test('a person not seen lately is looked up before a change, and no foreign value is overwritten', async () => {
  const { getImportStore } = await import('#lib/store/import-store.ts')
  const store = getImportStore()
  const rows = importRows(3)
  await store.create(RECORD, rows, { drafts: 10, bytes: 1_000_000 })
  const WANTED: Record<number, string> = { 102: 'Neu', 103: 'Neu', 104: 'von  Weiß' }
  const plans = rows.map(({ row }) => ({
    ...{ row, problems: [], employee_id: 100 + row, outcome: 'waiting' as const, task: 'update' as const },
    input: { last_name: WANTED[100 + row], from: { last_name: 'Alt' } },
  }))
  await store.start(RECORD, plans, { changes: { state: 'sending' }, running: 3 })
  const sent: [number, unknown][] = []
  // The service has normalised the last one.
  const THERE: Record<number, string> = { 102: 'Von-Anderen', 103: 'Alt', 104: 'von Weiß' }
  const there = (id: number) => readyEmployee({ id, last_name: THERE[id] ?? '' })
  const client = fakeClient({
    getEmployee: async id => there(id),
    async updateEmployee(id, input) {
      sent.push([id, input])
      return { data: { ...there(id), last_name: 'Neu' }, meta: { invitation_resent: false } }
    },
  })
  const { IMPORTS } = await import('#lib/imports/send/import-job.ts')
  const { runJob } = await import('#lib/jobs/engine.ts')
  await runJob(IMPORTS, { ...RECORD, state: 'sending' }, client)
  expect(sent).toEqual([
    [103, { last_name: 'Neu' }],
    [104, { last_name: 'von  Weiß' }],
  ])
  expect((await store.rows(RECORD.id)).map(({ outcome, problems }) => [outcome, problems])).toEqual([
    ['refused', [{ field: 'last_name', code: 'changed_meanwhile' }]],
    ['updated', []],
    ['updated', []],
  ])
})
