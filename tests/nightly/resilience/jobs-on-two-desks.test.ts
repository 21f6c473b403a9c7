import { describe, expect, test } from 'vitest'
import type { Batch } from '#lib/batches/contract.ts'
import type { Import } from '#lib/contracts/imports.ts'
import { EMPLOYEES_PER_CREATE } from '#lib/portrait-api/contract.ts'
import { EMPTY_PROJECT, LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { leaveOut } from '#tests/support/left-out.ts'
import { createTestDatabase, POSTGRES, startPostgres } from '#tests/support/postgres.ts'
import {
  askedToStop,
  type Disturbance,
  expectToGoOn,
  killed,
  startedAnew,
  stoppedUntilTakenOver,
} from '#tests/support/resilience/disturbances.ts'
import { beginImport, DAILY, type Size, startTwoDesks } from '#tests/support/resilience/two-desks.ts'
import { until } from '#tests/support/until.ts'

if (!POSTGRES) leaveOut('two desks with one database', 'PostgreSQL (Debian: postgresql)')

/** Time for two cores that also serve a dozen other tests. */
const LONG_MS = 300_000

/** An import of several calls. */
const LIST = 3 * EMPLOYEES_PER_CREATE

describe.skipIf(!POSTGRES)('an export, an import and a batch on two desks', () => {
  const DISTURBANCES: Record<string, [Disturbance, Size]> = {
    'their desk is killed': [killed, DAILY],
    // The lease was released, so this long timeout is never reached.
    'their desk is asked to stop': [askedToStop, { ...DAILY, leaseSeconds: 600 }],
    'their desk stands still until another one has taken over, and wakes up': [stoppedUntilTakenOver, DAILY],
  }

  test.each(Object.entries(DISTURBANCES))(
    'an export, an import and a batch resume exactly where they were when %s',
    async (_, [disturb, size]) => expectToGoOn(await createTestDatabase(), disturb, size),
    LONG_MS,
  )

  test(
    'an export, an import and a batch resume after a restart of the database',
    async () => {
      const server = await startPostgres()
      await expectToGoOn(server.url('desk'), startedAnew(server))
    },
    LONG_MS,
  )
})

test.skipIf(!POSTGRES)('one desk can pause, resume and cancel the work of another', async () => {
  const { first, second, fault, people, journal } = await startTwoDesks(await createTestDatabase())
  const creates = async () => (await journal()).filter(({ method }) => method === 'POST')
  await fault({ method: 'POST', times: 99, answer: { kind: 'delay', ms: 300, phase: 'after' } })
  const id = await beginImport(first, LIST)
  const read = () => first.ask<Import>('GET', `/api/imports/${id}?rows=0`)
  await until('a create is on its way', async () => (await creates()).length > 0)
  await second.ask('POST', `/api/imports/${id}/pause`)
  await until('what was on its way has come back and is counted', async () => {
    const calls = await creates()
    const { counts } = await read()
    return calls.every(({ open }) => !open) && counts.created === calls.length * EMPLOYEES_PER_CREATE
  })
  expect(await read()).toMatchObject({ state: 'paused', pause_reason: 'by_person' })
  await second.ask('POST', `/api/imports/${id}/resume`)
  await until('it is done', async () => (await read()).state === 'done')
  expect((await people(EMPTY_PROJECT.id)).length).toBe(LIST)

  const employee_ids = (await people(LARGE_PROJECT.id)).flatMap(({ id, locale }) =>
    locale === 'en' ? [] : [id],
  )
  const what = { project_id: LARGE_PROJECT.id, action: 'locale', locale: 'en', employee_ids }
  const batch = await first.ask<Batch>('POST', '/api/batches', what)
  const patched = async () => (await journal()).filter(({ method }) => method === 'PATCH')
  await until('some are done', async () => (await patched()).length >= 3)
  await second.ask('DELETE', `/api/batches/${batch.id}`)
  const end = await first.ask<Batch>('GET', `/api/batches/${batch.id}`)
  const changes = await patched()
  // The list is final at once: no call is in flight.
  expect([end.state, end.done, changes.every(({ open }) => !open)]).toEqual([
    'cancelled',
    changes.length,
    true,
  ])
})
