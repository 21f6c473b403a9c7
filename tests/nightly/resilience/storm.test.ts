import { expect, test } from 'vitest'
import { EMPTY_PROJECT, LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { expectWithinLimit, SMALL, startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { countWaits } from '#tests/support/resilience/waits.ts'

const INPUT = { first_name: 'Jörg', last_name: 'Groß', email: 'joerg.gross@musterwerk.example' }
const STORM = 12
const RETRY_AFTER_MS = 1000

test('a storm of 429 pauses the whole key for its Retry-After, and then every call ends once', async () => {
  const desk = await startChaosDesk()
  const [first, second, third, fourth] = await desk.people(LARGE_PROJECT.id)
  if (!first || !second || !third || !fourth) throw new Error('The seed has too few people.')
  const headers = { 'retry-after': String(RETRY_AFTER_MS / 1000) }
  await desk.fault({ times: STORM, answer: { kind: 'status', status: 429, headers } })
  const photo = { employeeId: fourth.id, variant: 'standard', size: SMALL } as const
  await Promise.all([
    desk.listEmployees(desk.client, LARGE_PROJECT.id, {}),
    desk.getEmployee(desk.client, first.id),
    desk.getPhoto(desk.client, photo, {}),
    desk.createEmployee(desk.client, EMPTY_PROJECT.id, INPUT),
    desk.updateEmployee(desk.client, second.id, { last_name: 'Groß' }),
    desk.deleteEmployee(desk.client, third.id),
  ])
  const journal = await desk.journal()
  expectWithinLimit(journal)
  const written = journal.filter(({ method, fault }) => method !== 'GET' && fault === null)
  expect(written.map(({ method }) => method).sort()).toEqual(['DELETE', 'PATCH', 'POST'])
  const limited = journal.filter(({ fault }) => fault !== null)
  expect(limited).toHaveLength(STORM)
  const last = limited.at(-1)
  const next = journal.find(({ fault }) => fault === null)
  expect((next?.time ?? 0) - (last?.time ?? 0)).toBeGreaterThanOrEqual(RETRY_AFTER_MS - 1)
})

test('a long Retry-After refuses every call at once as busy, without a request', async () => {
  const desk = await startChaosDesk()
  await desk.fault({ answer: { kind: 'status', status: 429, headers: { 'retry-after': '3600' } } })
  await expect(desk.getEmployee(desk.client, 1001)).rejects.toMatchObject({ code: 'busy' })
  const waits = countWaits()
  await expect(desk.listEmployees(desk.client, LARGE_PROJECT.id, {})).rejects.toMatchObject({
    code: 'busy',
    retryAfterSeconds: 3600,
  })
  await expect(desk.createEmployee(desk.client, EMPTY_PROJECT.id, INPUT)).rejects.toMatchObject({
    code: 'busy',
  })
  expect(waits).toEqual([])
  expect(await desk.journal()).toHaveLength(1)
})
