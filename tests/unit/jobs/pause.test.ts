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
  'a log that cannot be written for want of the database (%s) is no matter of the person whom the call was about',
  code => {
    const cause = new DeskError('database_unavailable')
    expect(toPauseReason(new DeskError(code, { cause }))).toBe('database_unavailable')
    expect(toPauseReason(new DeskError(code, { cause: new Error('A bug.') }))).toBeNull()
  },
)

const PAGE = new DeskError('bad_service_answer', { answered: true })

test('what one of many was answered with by somebody else is about that one alone when the projects are listed', async () => {
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
] as const)('it stands in everybody’s way when they are answered with %s', async (code, reason) => {
  const listProjects = () => Promise.reject(new DeskError(code))
  const job = { ...heldJobOf('export', ROW), client: fakeClient({ listProjects }) }
  for (const lost of [PAGE, new DeskError('outcome_unknown', { cause: PAGE })]) {
    const thrown = await isForAnotherLook(job, lost, { isLastLook: true }).catch((error: unknown) => error)
    expect(toPauseReason(thrown)).toBe(reason)
  }
})

test('who stops a job while that is found out has failed nobody', async () => {
  const job = heldJobOf('export', ROW)
  const listProjects = vi.fn(async () => {
    job.cancellation.abort(new DeskError('cancelled'))
    throw new DeskError('cancelled')
  })
  const asked = isForAnotherLook({ ...job, client: fakeClient({ listProjects }) }, PAGE, { isLastLook: true })
  await expect(asked).rejects.toMatchObject({ code: 'cancelled' })
})

test('of what the service itself says, and of a way that the breaker watches over, nothing more is asked', async () => {
  const job = heldJobOf('export', ROW)
  expect(await isForAnotherLook(job, new DeskError('not_found'), { isLastLook: false })).toBe(false)
  expect(await isForAnotherLook(job, new DeskError('service_timeout'), { isLastLook: false })).toBe(true)
})
