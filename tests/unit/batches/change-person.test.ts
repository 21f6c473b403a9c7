import { expect, test } from 'vitest'
import { changePerson, toBefore } from '#lib/batches/change-person.ts'
import type { HeldJob } from '#lib/jobs/job.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { fakeClient } from '#tests/support/fake-client.ts'

const batch = {
  client: fakeClient({}),
  signal: new AbortController().signal,
  row: { action: 'delete', locale: null, owner_id: 'owner', owner_email: 'owner@example.test' },
} as HeldJob<BatchRow>
const personOf = (state: BatchPersonRow['state']) => ({ employee_id: 7, state }) as BatchPersonRow

test('who is gone after a deletion that may have happened was deleted by it; without one, nobody was', async () => {
  await expect(changePerson(batch, personOf('sent'), new Map())).resolves.toBeUndefined()
  await expect(changePerson(batch, personOf('waiting'), new Map())).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('for whom an undo has found nothing to take back, nothing is done either after a desk that was stopped', async () => {
  const undo = {
    ...batch,
    row: { ...batch.row, action: 'locale', locale: 'en', undoes: 'x' },
  } as HeldJob<BatchRow>
  const person = { ...personOf('waiting'), before: 'de' as const }
  const german = { id: 7, locale: 'de' } as Employee
  const before = toBefore(undo.row, person, german)
  const since = new Map([[7, { ...german, locale: 'en' }]])
  await expect(changePerson(undo, { ...person, state: 'sent', before }, since)).resolves.toBeUndefined()
})
