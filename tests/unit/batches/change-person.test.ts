import { expect, test, vi } from 'vitest'
import { changePerson, findNow, toBefore } from '#lib/batches/change-person.ts'
import { DeskError } from '#lib/errors.ts'
import type { HeldJob } from '#lib/jobs/job.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { BatchPersonRow, BatchRow } from '#lib/store/batch-rows.ts'
import { fakeClient } from '#tests/support/fake-client.ts'

const batch = {
  client: fakeClient({}),
  signal: new AbortController().signal,
  row: { action: 'delete', locale: null, owner_id: 'owner', owner_email: 'owner@example.test' },
} as HeldJob<BatchRow>
const personOf = (state: BatchPersonRow['state']) =>
  ({ employee_id: 7, state, before: null, after: null }) as BatchPersonRow

const NOBODY = { everybody: new Map(), begun() {} }

test('a person missing after a deletion that may have been sent was deleted by it', async () => {
  const getEmployee = vi.fn(async () => {
    throw new DeskError('not_found')
  })
  const job = { ...batch, client: fakeClient({ getEmployee }) }
  await expect(changePerson(job, personOf('sent'), NOBODY)).resolves.toBeNull()
  expect(getEmployee).toHaveBeenCalledOnce()
  await expect(changePerson(batch, personOf('waiting'), NOBODY)).rejects.toMatchObject({
    code: 'not_found',
  })
})

test('a person missing from a list is confirmed with the service before counting as deleted', async () => {
  const getEmployee = vi.fn(async () => {
    throw new DeskError('service_timeout')
  })
  const job = { ...batch, client: fakeClient({ getEmployee }) }
  await expect(changePerson(job, personOf('sent'), NOBODY)).rejects.toMatchObject({
    code: 'outcome_unknown',
  })
})

test('an undo that found nothing to take back does nothing after a restart either', async () => {
  const undo = {
    ...batch,
    row: { ...batch.row, action: 'locale', locale: 'en', undoes: 'x' },
  } as HeldJob<BatchRow>
  const person = { ...personOf('waiting'), before: 'de' as const }
  const german = { id: 7, locale: 'de' } as Employee
  const before = toBefore(undo.row, person, german)
  const since = new Map([[7, { ...german, locale: 'en' }]])
  await expect(
    changePerson(undo, { ...person, state: 'sent', before }, { ...NOBODY, everybody: since }),
  ).resolves.toBeNull()
})

test('an undo compares with the service’s answer to the change, or else with the sent value', async () => {
  const undo = { ...batch, row: { ...batch.row, action: 'locale', undoes: 'x' } } as HeldJob<BatchRow>
  const changed = { ...personOf('waiting'), before: 'en' as const }
  const back = (locale: string | null, after: BatchPersonRow['after']) => {
    const everybody = new Map([[7, { id: 7, locale } as Employee]])
    return changePerson(undo, { ...changed, after }, { ...NOBODY, everybody })
  }
  await expect(back(null, 'de')).rejects.toMatchObject({ code: 'changed_meanwhile' })
  await expect(back('de', null)).rejects.toMatchObject({ code: 'changed_meanwhile' })
})

test('a change made by a user during a batch is not taken for the value before the batch', async () => {
  const client = fakeClient({})
  const undo = {
    ...batch,
    client,
    row: { ...batch.row, action: 'locale', locale: 'en', undoes: 'x' },
  } as HeldJob<BatchRow>
  const english = { id: 7, locale: 'en' } as Employee
  const everybody = new Map([[7, english]])
  client.recent.see({ ...english, locale: null })
  expect(findNow(client, 7, everybody)).toMatchObject({ locale: null })
  // A person who has left the project is not part of it, however recently seen.
  expect(findNow(client, 7, new Map())).toBeUndefined()
  await expect(
    changePerson(undo, { ...personOf('waiting'), before: 'de' }, { ...NOBODY, everybody }),
  ).rejects.toMatchObject({ code: 'changed_meanwhile' })
})
