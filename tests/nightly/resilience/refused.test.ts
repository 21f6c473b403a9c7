import { expect, test, vi } from 'vitest'
import { EMPTY_PROJECT, LARGE_PROJECT } from '#sandbox/seed/projects.ts'
import { type ChaosDesk, SMALL, startChaosDesk } from '#tests/support/resilience/chaos-desk.ts'
import { countWaits } from '#tests/support/resilience/waits.ts'

const INPUT = { first_name: 'Jörg', last_name: 'Groß', email: 'joerg.gross@musterwerk.example' }
const PERSON = 1001
const PHOTO = { employeeId: PERSON, variant: 'standard', size: SMALL } as const

const OPERATIONS: Record<string, (desk: ChaosDesk) => Promise<unknown>> = {
  list: desk => desk.listEmployees(desk.client, LARGE_PROJECT.id, {}),
  detail: desk => desk.getEmployee(desk.client, PERSON),
  photo: desk => desk.getPhoto(desk.client, PHOTO, {}),
  create: desk => desk.createEmployee(desk.client, EMPTY_PROJECT.id, INPUT),
  patch: desk => desk.updateEmployee(desk.client, PERSON, { last_name: 'Groß' }),
  delete: desk => desk.deleteEmployee(desk.client, PERSON),
}

test.each(Object.entries(OPERATIONS))(
  'a refused connection fails %s as unreachable after less than a second of waiting',
  async (_, run) => {
    const desk = await startChaosDesk()
    await desk.stop()
    // Each wait is random up to a ceiling; here it is the longest.
    vi.spyOn(Math, 'random').mockReturnValue(1)
    const waits = countWaits()
    await expect(run(desk)).rejects.toMatchObject({ code: 'service_unreachable' })
    expect(waits.reduce((sum, ms) => sum + ms, 0)).toBeLessThan(1000)
    expect(await desk.journal()).toEqual([])
  },
)

test('a stored photo is served while the service is down', async () => {
  const desk = await startChaosDesk()
  const photo = await desk.getPhoto(desk.client, PHOTO, {})
  await desk.stop()
  expect(await desk.getPhoto(desk.client, PHOTO, {})).toEqual(photo)
})

test('a service that stays down gets no call, and callers fail at once', async () => {
  const desk = await startChaosDesk()
  await desk.fault({ times: 1000, answer: { kind: 'drop' } })
  const fail = () => desk.getEmployee(desk.client, PERSON).catch(() => {})
  for (let count = 0; count < 3; count += 1) await fail()
  const calls = (await desk.journal()).length
  await expect(desk.getEmployee(desk.client, PERSON)).rejects.toMatchObject({
    code: 'service_unreachable',
    retryAfterSeconds: 1,
  })
  expect(await desk.journal()).toHaveLength(calls)
})
