import { beforeEach, describe, expect, test } from 'vitest'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import { Breaker, type BreakerNews } from '#lib/portrait-api/breaker.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'

const DOWN = new DeskError('service_unreachable')

beforeEach(stopClock)

const create = () => new Breaker({ failures: 3, restMs: 1000, restMaxMs: 3000 })

function fail(breaker: Breaker, times = 3, error: unknown = DOWN): void {
  for (let time = 0; time < times; time += 1) breaker.enter().failed(error)
}

const isOpen = (breaker: Breaker) => {
  try {
    breaker.check()
    return false
  } catch {
    return true
  }
}

describe('a service', () => {
  test('a service counts as down after so many failures in a row, not before', () => {
    const breaker = create()
    fail(breaker, 2)
    expect(isOpen(breaker)).toBe(false)
    fail(breaker, 1)
    expect(isOpen(breaker)).toBe(true)
  })

  test('a service that answers now and then is not down', () => {
    const breaker = create()
    fail(breaker, 2)
    breaker.enter().succeeded()
    fail(breaker, 2)
    expect(isOpen(breaker)).toBe(false)
  })

  test('a call to a service that is down is refused unsent with the seconds to wait', () => {
    const breaker = create()
    fail(breaker)
    const refused = { code: 'service_unreachable', retryAfterSeconds: 1, neverSent: true }
    expect(() => breaker.enter()).toThrow(expect.objectContaining(refused))
  })

  test('a gateway that keeps answering opens the breaker too, with the code of the gateway', () => {
    const breaker = create()
    fail(breaker, 3, new DeskError('gateway_answered'))
    const refused = { code: 'gateway_answered', retryAfterSeconds: 1, neverSent: true }
    expect(() => breaker.check()).toThrow(expect.objectContaining(refused))
    const other = create()
    fail(other, 2, new DeskError('gateway_answered'))
    fail(other, 1)
    expect(() => other.check()).toThrow(expect.objectContaining({ code: 'service_unreachable' }))
  })

  test.each([
    'key_rejected',
    'not_found',
    'conflict',
    'invalid',
    'busy',
    'bad_service_answer',
  ] satisfies ErrorCode[])('a service that answers with %s is up', code => {
    const breaker = create()
    fail(breaker, 2)
    fail(breaker, 1, new DeskError(code))
    fail(breaker, 2)
    expect(isOpen(breaker)).toBe(false)
  })

  test('a service is neither up nor down because a caller left', () => {
    const breaker = create()
    fail(breaker, 2)
    for (const left of [new DOMException('left', 'AbortError'), new DeskError('cancelled')])
      fail(breaker, 5, left)
    expect(isOpen(breaker)).toBe(false)
    fail(breaker, 1)
    expect(isOpen(breaker)).toBe(true)
  })
})

describe('the breaker after its rest', () => {
  test('one call tries the service after the rest, and the others are still refused', async () => {
    const breaker = create()
    fail(breaker)
    await passMs(999)
    expect(isOpen(breaker)).toBe(true)
    await passMs(1)
    breaker.enter()
    expect(isOpen(breaker)).toBe(true)
  })

  test('all calls are admitted again when the trial call succeeds', async () => {
    const breaker = create()
    fail(breaker)
    await passMs(1000)
    breaker.enter().succeeded()
    fail(breaker, 2)
    expect(isOpen(breaker)).toBe(false)
  })

  test('each failed trial doubles the rest up to its limit, and a success resets it', async () => {
    const breaker = create()
    fail(breaker)
    for (const restMs of [1000, 2000, 3000, 3000]) {
      await passMs(restMs - 1)
      expect(isOpen(breaker)).toBe(true)
      await passMs(1)
      fail(breaker, 1)
    }
    await passMs(3000)
    breaker.enter().succeeded()
    fail(breaker)
    await passMs(1000)
    expect(isOpen(breaker)).toBe(false)
  })

  test('a trial whose caller left makes room for the next one', async () => {
    const breaker = create()
    fail(breaker)
    await passMs(1000)
    fail(breaker, 1, new DOMException('left', 'AbortError'))
    expect(isOpen(breaker)).toBe(false)
  })
})

test('the breaker gives each call its effect, and its listener the start and end of an outage', async () => {
  const told: BreakerNews[] = []
  const breaker = new Breaker({ failures: 2, restMs: 1000, restMaxMs: 3000 }, news => told.push(news))
  const late = breaker.enter()
  expect(breaker.enter().failed(new DeskError('not_found'))).toBe('none')
  expect(breaker.enter().failed(DOWN)).toBe('counted')
  expect(breaker.enter().failed(DOWN)).toBe('opened')
  expect(late.failed(DOWN)).toBe('open')
  await passMs(1000)
  const tries = breaker.enter()
  expect(tries.failed(DOWN)).toBe('open')
  await passMs(2000)
  expect(breaker.enter().failed(new DeskError('not_found'))).toBe('closed')
  breaker.enter().succeeded()
  expect(told).toEqual([
    { event: 'opened', code: 'service_unreachable', failures: 2, restMs: 1000 },
    { event: 'closed', openMs: 3000 },
  ])
})

test('only the first end of a call counts', () => {
  const breaker = create()
  const pass = breaker.enter()
  pass.succeeded()
  expect(Array.from({ length: 9 }, () => pass.failed(DOWN))).toEqual(Array.from({ length: 9 }, () => 'none'))
  expect(isOpen(breaker)).toBe(false)
})

test('calls in flight when the service went down do not prolong the rest', async () => {
  const breaker = create()
  const onTheirWay = Array.from({ length: 20 }, () => breaker.enter())
  for (const call of onTheirWay) call.failed(DOWN)
  await passMs(1000)
  expect(isOpen(breaker)).toBe(false)
})
