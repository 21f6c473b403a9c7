import { expect, test } from 'vitest'
import { changePerson } from '#lib/batches/change-person.ts'
import type { HeldJob } from '#lib/jobs/job.ts'
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
