import { expect, test, vi } from 'vitest'
import { DeskError } from '#lib/errors.ts'
import type { JobRow } from '#lib/jobs/job.ts'
import { isForAnotherLook, toPauseReason } from '#lib/jobs/pause.ts'
import { fakeClient } from '#tests/support/fake-client.ts'
import { heldJobOf } from '#tests/support/held-job.ts'

const ROW: JobRow = {
  ...{ id: 'job', owner_id: 'owner', state: 'preparing', pause_reason: null },
  ...{ key_fingerprint: null, cancelled_by: null },
}

test.each(['activity_unwritable', 'not_recorded'] as const)(
  'a log without a database (%s) pauses the job instead of failing one person',
  code => {
    const cause = new DeskError('database_unavailable')
    expect(toPauseReason(new DeskError(code, { cause }))).toBe('database_unavailable')
    expect(toPauseReason(new DeskError(code, { cause: new Error('A bug.') }))).toBeNull()
  },
)

const PAGE = new DeskError('bad_service_answer', { answered: true })

test('a foreign answer for one employee fails only that one when the projects can be listed', async () => {
  const listProjects = vi.fn(async () => ({ data: [], unreadable: 0 }))
  const job = { ...heldJobOf('export', ROW), client: fakeClient({ listProjects }) }
  expect(await isForAnotherLook(job, PAGE, { isLastLook: false })).toBe(true)
  expect(await isForAnotherLook(job, PAGE, { isLastLook: true })).toBe(false)
  expect(listProjects).toHaveBeenCalledTimes(2)
})

test.each([
  ['service_moved', 'service_unreachable'],
  ['bad_service_answer', 'service_unreachable'],
  ['service_timeout', 'service_unreachable'],
  ['key_rejected', 'key_rejected'],
] as const)(
  'a foreign answer pauses the job when listing the projects fails with %s',
  async (code, reason) => {
    const listProjects = () => Promise.reject(new DeskError(code))
    const job = { ...heldJobOf('export', ROW), client: fakeClient({ listProjects }) }
    for (const lost of [PAGE, new DeskError('outcome_unknown', { cause: PAGE })]) {
      const thrown = await isForAnotherLook(job, lost, { isLastLook: true }).catch((error: unknown) => error)
      expect(toPauseReason(thrown)).toBe(reason)
    }
  },
)

test('cancelling a job during the check fails no employee', async () => {
  const job = heldJobOf('export', ROW)
  const listProjects = vi.fn(async () => {
    job.cancellation.abort(new DeskError('cancelled'))
    throw new DeskError('cancelled')
  })
  const asked = isForAnotherLook({ ...job, client: fakeClient({ listProjects }) }, PAGE, { isLastLook: true })
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
})

test('an answer of the service itself, or a call the breaker watches, needs no check', async () => {
  const job = heldJobOf('export', ROW)
  expect(await isForAnotherLook(job, new DeskError('not_found'), { isLastLook: false })).toBe(false)
  expect(await isForAnotherLook(job, new DeskError('service_timeout'), { isLastLook: false })).toBe(true)
})
