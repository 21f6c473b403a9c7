import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Budget, type BudgetOptions } from '#lib/portrait-api/budget.ts'
import type { BudgetEvent, Permit } from '#lib/portrait-api/budget-types.ts'
import type { Lane } from '#lib/portrait-api/call-line.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'

const WINDOW_MS = 1000
const OPTIONS: BudgetOptions = {
  limit: 4,
  windowMs: WINDOW_MS,
  reserve: 1,
  activeMs: 500,
  interactiveWaitMs: 800,
}

beforeEach(stopClock)

/** Returns a queue that answers each call as soon as it has a place. Each name is a person. */
function createLine(budget: Budget) {
  const begun: string[] = []
  return {
    begun,
    call(name: string, lane: Lane, signal?: AbortSignal): Promise<Permit> {
      const place = budget.acquire(lane, { person: name, ...(signal && { signal }) })
      place.then(
        permit => {
          begun.push(name)
          permit.arrived()
        },
        () => {},
      )
      return place
    },
  }
}

const open = (options: Partial<BudgetOptions> = {}) => {
  const budget = new Budget({ ...OPTIONS, ...options })
  return { budget, ...createLine(budget) }
}

const fill = async (call: (name: string, lane: Lane) => Promise<Permit>, count: number) => {
  for (let index = 0; index < count; index += 1) call(`first ${index}`, 'background')
  await passMs(0)
}

describe('the limit', () => {
  test('calls start at once while there is room, and the next one after a window', async () => {
    const { begun, call } = open()
    await fill(call, 5)
    expect(begun).toHaveLength(4)
    await passMs(WINDOW_MS - 1)
    expect(begun).toHaveLength(4)
    await passMs(1)
    expect(begun).toHaveLength(5)
  })

  test('a call counts from its start until one window after its answer', async () => {
    const { budget } = open({ limit: 1 })
    const permit = await budget.acquire('background')
    const next = vi.fn()
    void budget.acquire('background').then(next)
    await passMs(10 * WINDOW_MS)
    expect(next).not.toHaveBeenCalled()
    permit.arrived()
    await passMs(WINDOW_MS - 1)
    expect(next).not.toHaveBeenCalled()
    await passMs(1)
    expect(next).toHaveBeenCalledOnce()
  })

  test('a permit that reports twice frees one place, not two', async () => {
    const { budget } = open({ limit: 2 })
    const permit = await budget.acquire('background')
    permit.arrived()
    permit.arrived()
    expect(budget.state().free).toBe(1)
    await passMs(WINDOW_MS)
    expect(budget.state().free).toBe(2)
  })
})

describe('lanes', () => {
  test('people go first, then exports, then thumbnails, and each lane keeps its order', async () => {
    const { begun, call } = open({ interactiveWaitMs: WINDOW_MS })
    await fill(call, 4)
    for (const name of ['idle 1', 'background 1', 'interactive 1', 'idle 2', 'background 2', 'interactive 2'])
      void call(name, name.split(' ')[0] as Lane).catch(() => {})
    await passMs(WINDOW_MS)
    expect(begun.slice(4)).toEqual(['interactive 1', 'interactive 2', 'background 1', 'background 2'])
    await passMs(WINDOW_MS)
    expect(begun.slice(8)).toEqual(['idle 1', 'idle 2'])
  })

  test('the reserve stays free for active people', async () => {
    const { begun, call } = open()
    call('a person', 'interactive')
    for (const name of ['b1', 'b2', 'b3']) call(name, 'background')
    await passMs(0)
    expect(begun).toEqual(['a person', 'b1', 'b2'])
    call('the person again', 'interactive')
    await passMs(0)
    expect(begun).toContain('the person again')
  })

  test('a last click drops the reserve of the earlier calls of the same person', async () => {
    const { budget, begun, call } = open({ limit: 12, reserve: 4, activeMs: 60_000 })
    ;(await budget.acquire('interactive', { person: 'anna' })).arrived()
    ;(await budget.acquire('interactive', { person: 'anna', last: true })).arrived()
    await fill(call, 10)
    expect(begun).toHaveLength(10)
  })

  test('a last click keeps the reserve of other people', async () => {
    const { budget, begun, call } = open({ limit: 12, reserve: 4, activeMs: 60_000 })
    ;(await budget.acquire('interactive', { person: 'ben' })).arrived()
    ;(await budget.acquire('interactive', { person: 'anna', last: true })).arrived()
    for (let index = 0; index < 10; index += 1) call(`b${index}`, 'background')
    await passMs(0)
    expect(begun).toHaveLength(6)
  })

  test('an idle call waits until the batch has ended', async () => {
    const { budget, begun, call } = open({ limit: 8, reserve: 0 })
    const end = budget.beginBatch()
    call('idle', 'idle')
    call('b1', 'background')
    await passMs(0)
    expect(begun).toEqual(['b1'])
    end()
    end()
    await passMs(0)
    expect(begun).toEqual(['b1', 'idle'])
  })

  test('the reserve melts evenly while no person calls', async () => {
    const { begun, call } = open({ limit: 8, reserve: 4, activeMs: 800 })
    call('a person', 'interactive')
    for (let index = 0; index < 7; index += 1) call(`b${index}`, 'background')
    const counts: number[] = []
    for (const ms of [0, 199, 1, 200, 200, 199, 1]) {
      await passMs(ms)
      counts.push(begun.length)
    }
    expect(counts).toEqual([4, 4, 5, 6, 7, 7, 8])
  })

  test('a reserve as large as the limit does not stop exports', async () => {
    const { begun, call } = open({ limit: 2, reserve: 99, activeMs: 60_000 })
    call('a person', 'interactive')
    await passMs(WINDOW_MS)
    call('b1', 'background')
    await passMs(0)
    expect(begun).toEqual(['a person', 'b1'])
  })
})

describe('callers that leave', () => {
  test('an aborted caller gets the reason, and the next one the place', async () => {
    const { begun, call, budget } = open()
    await fill(call, 4)
    const leaver = new AbortController()
    const place = call('leaver', 'background', leaver.signal)
    call('next', 'background')
    leaver.abort(new Error('gone'))
    await expect(place).rejects.toThrow('gone')
    expect(budget.state().waiting.background).toBe(1)
    await passMs(WINDOW_MS)
    expect(begun.slice(4)).toEqual(['next'])
  })

  test('a caller that has aborted before gets no place', async () => {
    const { budget } = open()
    await expect(
      budget.acquire('interactive', { signal: AbortSignal.abort(new Error('gone')) }),
    ).rejects.toThrow('gone')
    expect(budget.state()).toMatchObject({ free: 4, waiting: { interactive: 0 } })
  })

  test('an abort after the start of the call frees no place', async () => {
    const { budget } = open()
    const caller = new AbortController()
    const permit = await budget.acquire('background', { signal: caller.signal })
    caller.abort()
    expect(budget.state().free).toBe(3)
    permit.arrived()
    expect(budget.state().free).toBe(3)
  })
})

describe('a pause that the service requested', () => {
  test('a pause of the service stops every lane until it is over', async () => {
    const { begun, call, budget } = open()
    budget.pause(700)
    for (const lane of ['interactive', 'background', 'idle'] as const) call(lane, lane)
    await passMs(699)
    expect(begun).toEqual([])
    expect(budget.state()).toMatchObject({ free: 0, nextFreeMs: 1 })
    await passMs(1)
    expect(begun).toEqual(['interactive', 'background', 'idle'])
  })
})

describe('a person with a long wait', () => {
  test('a person who would wait too long is refused at once, with the time to retry', async () => {
    const { call, budget } = open()
    await fill(call, 4)
    await expect(call('person', 'interactive')).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 1 })
    expect(budget.state().waiting.interactive).toBe(0)
  })

  test('a person is refused during a long pause, even if already waiting', async () => {
    const { call, budget } = open()
    budget.pause(600)
    const waiting = call('person', 'interactive')
    budget.pause(30_000)
    await expect(waiting).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 30 })
    await expect(call('later', 'interactive')).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 30 })
  })

  test('a person is refused behind too many people, and not behind one less', async () => {
    const { call } = open({ interactiveWaitMs: 1500 })
    await fill(call, 4)
    const places = Array.from({ length: 5 }, (_, index) => call(`person ${index}`, 'interactive'))
    const [fifth] = places.splice(4)
    await expect(fifth).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 })
    await passMs(WINDOW_MS)
    await expect(Promise.all(places)).resolves.toHaveLength(4)
  })
})

test('the state has free places, waiting calls, and when the next call may start', async () => {
  const { call, budget } = open()
  expect(budget.state()).toEqual({
    limit: 4,
    windowMs: WINDOW_MS,
    free: 4,
    nextFreeMs: 0,
    waiting: { interactive: 0, background: 0, idle: 0 },
  })
  await fill(call, 6)
  await passMs(250)
  expect(budget.state()).toMatchObject({ free: 0, nextFreeMs: 750, waiting: { background: 2 } })
})

test('the state promises no place before a window while all calls are in flight', async () => {
  const { budget } = open({ limit: 1 })
  await budget.acquire('background')
  expect(budget.state()).toMatchObject({ free: 0, nextFreeMs: WINDOW_MS })
})

test('a place that becomes free between two reads of the clock is used', async () => {
  const clock = performance.now.bind(performance)
  let looks = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1
    return clock() + looks * 0.37
  })
  const { begun, call } = open({ limit: 1, windowMs: 10, reserve: 0 })
  for (let index = 0; index < 200; index += 1) void call(`call ${index}`, 'background')
  await passMs(200 * 12)
  expect(begun).toHaveLength(200)
})

describe('events', () => {
  function listen(options: Partial<BudgetOptions> = {}) {
    const events: BudgetEvent[] = []
    const budget = new Budget({ ...OPTIONS, ...options }, { onEvent: event => events.push(event) })
    return { events, budget, ...createLine(budget) }
  }

  test('a waiting job is announced once a window, not for each call', async () => {
    const { events, call } = listen()
    await fill(call, 4)
    expect(events).toEqual([])
    await fill(call, 9)
    expect(events).toEqual([{ event: 'waiting', lane: 'background', ms: WINDOW_MS, waiting: 9 }])
    await passMs(WINDOW_MS)
    await fill(call, 3)
    expect(events).toHaveLength(2)
  })

  test('a waiting or refused person is announced, and a thumbnail is not', async () => {
    const { events, call } = listen()
    await fill(call, 4)
    call('thumbnail', 'idle')
    await passMs(0)
    expect(events).toEqual([])
    await expect(call('anna', 'interactive')).rejects.toMatchObject({ code: 'busy' })
    await expect(call('anna', 'interactive')).rejects.toMatchObject({ code: 'busy' })
    expect(events).toEqual([{ event: 'waiting', lane: 'interactive', ms: WINDOW_MS, waiting: 1 }])
  })

  test('each pause of the service is announced once', async () => {
    const { events, budget, call } = listen()
    budget.pause(500)
    budget.pause(700)
    call('anna', 'interactive')
    call('export', 'background')
    expect(events).toEqual([{ event: 'paused', ms: 500, waiting: 0 }])
    await passMs(700)
    budget.pause(500)
    expect(events).toHaveLength(2)
  })
})
