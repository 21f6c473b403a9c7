import { beforeEach, expect, test, vi } from 'vitest'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { pageOf, readyEmployee } from '#tests/support/people.ts'

const IDS = [101, 102, 103]

beforeEach(async () => {
  applySettings()
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { getAccountStore } = await import('#lib/store/account-store.ts')
  const { newAccountRow } = await import('#lib/session/accounts/accounts.ts')
  await getAccountStore().create(newAccountRow({ id: 'anna', email: 'anna@example.com', role: 'editor' }))
})

const toPerson = (employee_id: number, position: number): BatchPersonRow => ({
  ...{ position, employee_id, name: '', mitarbeiternummer: '' },
  ...{ state: 'waiting', error: null, before: null, after: null },
})

/** Gives three people a language, while the connection for the second one fails so often. */
async function changeThree({ failures }: { failures: number }) {
  const [{ getBatchStore }, { BATCHES }, { runJob }, { DeskError }] = await Promise.all([
    import('#lib/store/batch-store.ts'),
    import('#lib/batches/batch-job.ts'),
    import('#lib/jobs/engine.ts'),
    import('#lib/errors.ts'),
  ])
  const store = getBatchStore()
  const row: BatchRow = {
    ...{ id: crypto.randomUUID(), owner_id: 'anna', owner_email: 'anna@example.com', project_id: 7 },
    ...{ action: 'locale', locale: 'en', undoes: null, key_fingerprint: 'f'.repeat(32) },
    ...{ state: 'running', pause_reason: null, cancel_asked_at: null, cancelled_by: null },
    ...{ created_at: new Date().toISOString(), ended_at: null },
  }
  await store.create(row, IDS.map(toPerson), { running: 3, kept: 50 })
  const there = (id: number, locale: Employee['locale']) => readyEmployee({ id, project_id: 7, locale })
  let failed = 0
  const client = fakeClient({
    listEmployees: async () => pageOf(IDS.map(id => there(id, 'de'))),
    getEmployee: async id => there(id, 'de'),
    async updateEmployee(id) {
      if (id === 102 && failed++ < failures) throw new DeskError('service_unreachable', { neverSent: true })
      return { data: there(id, 'en'), meta: { invitation_resent: false } }
    },
  })
  await runJob(BATCHES, row, client)
  const end = await store.find(row.id)
  const people = await store.people(row.id)
  return { state: end?.state, people: people.map(({ state, error }) => error ?? state) }
}

test('a call that once failed to connect is repeated after all others', async () => {
  expect(await changeThree({ failures: 1 })).toEqual({ state: 'done', people: ['done', 'done', 'done'] })
})

test('a person whose call never connects fails, and the change of all others is made', async () => {
  expect(await changeThree({ failures: 9 })).toEqual({
    state: 'done',
    people: ['done', 'service_unreachable', 'done'],
  })
})
