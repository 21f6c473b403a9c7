import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type Desk, startDesk } from '#tests/support/desk.ts'
import { until } from '#tests/support/until.ts'

const state = async (desk: Desk) => {
  const viewer = await desk.signIn('viewer')
  await viewer.json('GET', '/api/v1/projects')
  return (await viewer.json<{ data: unknown }>('GET', '/api/budget')).body.data
}

describe('the service state in the header', () => {
  test('the header shows that the key is refused, as the page has just met it', async () => {
    const desk = startDesk()
    await desk.service.portal('PUT', '/account', { state: 'api_disabled' })
    expect(await state(desk)).toMatchObject({ refused: 'no_api_access' })
    await desk.service.portal('PUT', '/account', { state: 'active' })
    expect(await state(desk)).toMatchObject({ refused: null })
    await desk.service.portal('DELETE', '/keys/1')
    expect(await state(desk)).toMatchObject({ refused: 'key_rejected' })
  })

  test('the header shows that the service is down as soon as one read was given up', async () => {
    const desk = startDesk()
    await desk.service.fault({ times: 3, answer: { kind: 'drop' } })
    expect(await state(desk)).toMatchObject({ down: true, nextTryMs: 0 })
    expect(await state(desk)).toMatchObject({ down: false })
  })

  test('the header shows what the last page has met, instead of an earlier state', async () => {
    const desk = startDesk()
    await desk.service.portal('PUT', '/account', { state: 'api_disabled' })
    expect(await state(desk)).toMatchObject({ refused: 'no_api_access', down: false })
    await desk.service.fault({ times: 3, answer: { kind: 'drop' } })
    expect(await state(desk)).toMatchObject({ refused: null, down: true })
    expect(await state(desk)).toMatchObject({ refused: 'no_api_access', down: false })
  })
})

describe('polls of the header while no person is active', () => {
  const WELL = { down: false, refused: null }
  /** Polls the service state as often as the header does. */
  async function watch(desk: Desk) {
    const viewer = await desk.signIn('viewer')
    return async () => (await viewer.json<{ data: unknown }>('GET', '/api/budget')).body.data
  }

  test.each([
    [401, 'key_rejected'],
    [403, 'no_api_access'],
  ])('a poll of the header learns that a %i is over, for an occasional call', async (status, code) => {
    const desk = startDesk()
    const look = await watch(desk)
    await desk.service.fault({ times: 999, answer: { kind: 'status', status, body: {} } })
    expect(await state(desk)).toMatchObject({ refused: code })
    for (const _ of [1, 2, 3]) expect(await look()).toMatchObject({ refused: code })
    expect(await desk.service.journal()).toHaveLength(1)
    letPass(20)
    for (const _ of [1, 2, 3]) await look()
    await until('it was asked', async () => (await desk.service.journal()).length > 1)
    expect(await desk.service.journal()).toHaveLength(2)
    await desk.service.portal('DELETE', '/faults')
    expect(await look()).toMatchObject({ refused: code })
    letPass(40)
    await until('the header says so', async () => isDeepMatch(await look(), WELL))
    letPass(80)
    const calls = (await desk.service.journal()).length
    for (const _ of [1, 2, 3]) await look()
    expect(await desk.service.journal()).toHaveLength(calls)
  })

  test('a poll of the header learns that a service that was away is back', async () => {
    const desk = startDesk()
    const look = await watch(desk)
    await desk.service.fault({ times: 3, answer: { kind: 'drop' } })
    expect(await state(desk)).toMatchObject({ down: true })
    await until('the header says so', async () => isDeepMatch(await look(), WELL))
  })
})

describe('the page about the connection', () => {
  test('the connection page calls the service only if its state is old or bad', async () => {
    const desk = startDesk()
    const { getServiceState, lookAtService } = await import('#lib/service/service-state.ts')
    const { getBackgroundClient } = await import('#lib/session/connection/connection.ts')
    const client = await getBackgroundClient()
    if (!client) throw new Error('no key')
    expect(getServiceState(client)).toMatchObject({ answered: false, heardMs: null })
    const look = (says = false) => lookAtService(client, { says })
    for (const _ of [1, 2]) expect(await look()).toMatchObject({ answered: true, refused: null })
    expect(await desk.service.journal()).toHaveLength(1)
    // An earlier state says nothing about the present one.
    for (const seconds of [10, 20]) {
      letPass(seconds)
      for (const _ of [1, 2]) await look()
    }
    expect(await desk.service.journal()).toHaveLength(3)
    letPass(30)
    await desk.service.portal('DELETE', '/keys/1')
    expect(getServiceState(client).heardMs).toBeGreaterThanOrEqual(10_000)
    expect(await look()).toMatchObject({ refused: 'key_rejected' })
    expect(await look(true)).toMatchObject({ refused: 'key_rejected' })
    expect(await desk.service.journal()).toHaveLength(5)
  })

  test('the connection page knows at once of connections dropped since the last answer', async () => {
    const desk = startDesk()
    const { lookAtService } = await import('#lib/service/service-state.ts')
    const { getBackgroundClient } = await import('#lib/session/connection/connection.ts')
    const client = await getBackgroundClient()
    if (!client) throw new Error('no key')
    expect(await lookAtService(client, { says: false })).toMatchObject({ answered: true, down: false })
    await desk.service.fault({ times: 99, answer: { kind: 'drop' } })
    letPass(10)
    expect(await lookAtService(client, { says: false })).toMatchObject({ down: true })
  })

  test('the connection page reports a refused key and an unreachable service', async () => {
    const desk = startDesk()
    const { lookAtService } = await import('#lib/service/service-state.ts')
    const { getBackgroundClient } = await import('#lib/session/connection/connection.ts')
    const client = await getBackgroundClient()
    if (!client) throw new Error('no key')
    await desk.service.fault({ times: 3, answer: { kind: 'drop' } })
    expect(await lookAtService(client, { says: false })).toMatchObject({ answered: false, down: true })
    await desk.service.portal('DELETE', '/keys/1')
    expect(await lookAtService(client, { says: false })).toMatchObject({ refused: 'key_rejected' })
  })
})

function isDeepMatch(found: unknown, wanted: Record<string, unknown>): boolean {
  return Object.entries(wanted).every(([name, value]) => (found as Record<string, unknown>)[name] === value)
}

/** Advances the clock by this many seconds. */
function letPass(seconds: number): void {
  vi.restoreAllMocks()
  const now = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => now() + seconds * 1000)
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
}
