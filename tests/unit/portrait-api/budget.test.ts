import { beforeEach, describe, expect, test, vi } from 'vitest'
import { Budget, type BudgetNews, type BudgetOptions, type Permit } from '#lib/portrait-api/budget.ts'
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

/** Takes a place and answers at once, as a service without latency would. Each name is a person of their own. */
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
  test('lets calls begin at once while there is room, and the next when a window has passed', async () => {
    const { begun, call } = open()
    await fill(call, 5)
    expect(begun).toHaveLength(4)
    await passMs(WINDOW_MS - 1)
    expect(begun).toHaveLength(4)
    await passMs(1)
    expect(begun).toHaveLength(5)
  })

  test('counts a call from the moment it begins until one window after its answer', async () => {
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
  test('people go first, then exports, then what nobody waits for; in each the first comes first', async () => {
    const { begun, call } = open({ interactiveWaitMs: WINDOW_MS })
    await fill(call, 4)
    for (const name of ['idle 1', 'background 1', 'interactive 1', 'idle 2', 'background 2', 'interactive 2'])
      void call(name, name.split(' ')[0] as Lane).catch(() => {})
    await passMs(WINDOW_MS)
    expect(begun.slice(4)).toEqual(['interactive 1', 'interactive 2', 'background 1', 'background 2'])
    await passMs(WINDOW_MS)
    expect(begun.slice(8)).toEqual(['idle 1', 'idle 2'])
  })

  test('while people are active the reserve stays free for them', async () => {
    const { begun, call } = open()
    call('a person', 'interactive')
    for (const name of ['b1', 'b2', 'b3']) call(name, 'background')
    await passMs(0)
    expect(begun).toEqual(['a person', 'b1', 'b2'])
    call('the person again', 'interactive')
    await passMs(0)
    expect(begun).toContain('the person again')
  })

  test('an export gets the reserve as soon as nobody is active any more', async () => {
    const { begun, call } = open()
    call('a person', 'interactive')
    for (const name of ['b1', 'b2', 'b3']) call(name, 'background')
    await passMs(499)
    expect(begun).not.toContain('b3')
    await passMs(1)
    expect(begun).toContain('b3')
  })

  test('a click that announces no further ones keeps nothing free', async () => {
    const { budget, begun, call } = open({ limit: 8, reserve: 4, activeMs: 60_000 })
    ;(await budget.acquire('interactive', { last: true })).arrived()
    await fill(call, 7)
    expect(begun).toHaveLength(7)
  })

  test('it keeps nothing free for what the same person has called before, and all for others', async () => {
    const { budget, begun, call } = open({ limit: 12, reserve: 4, activeMs: 60_000 })
    ;(await budget.acquire('interactive', { person: 'anna' })).arrived()
    ;(await budget.acquire('interactive', { person: 'anna', last: true })).arrived()
    await fill(call, 10)
    expect(begun).toHaveLength(10)
  })

  test('the reserve of somebody else stays after it', async () => {
    const { budget, begun, call } = open({ limit: 12, reserve: 4, activeMs: 60_000 })
    ;(await budget.acquire('interactive', { person: 'ben' })).arrived()
    ;(await budget.acquire('interactive', { person: 'anna', last: true })).arrived()
    for (let index = 0; index < 10; index += 1) call(`b${index}`, 'background')
    await passMs(0)
    expect(begun).toHaveLength(6)
  })

  test('what is idle slips in between no two calls of a batch, and comes when it is over', async () => {
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

  test('the reserve melts evenly while nobody clicks', async () => {
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

  test('a reserve as large as the limit does not stop exports for ever', async () => {
    const { begun, call } = open({ limit: 2, reserve: 99, activeMs: 60_000 })
    call('a person', 'interactive')
    await passMs(WINDOW_MS)
    call('b1', 'background')
    await passMs(0)
    expect(begun).toEqual(['a person', 'b1'])
  })
})

describe('leaving', () => {
  test('who aborts gets the reason and leaves the place to the next', async () => {
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

  test('who has left already gets no place', async () => {
    const { budget } = open()
    await expect(
      budget.acquire('interactive', { signal: AbortSignal.abort(new Error('gone')) }),
    ).rejects.toThrow('gone')
    expect(budget.state()).toMatchObject({ free: 4, waiting: { interactive: 0 } })
  })

  test('an abort after the call began changes nothing here', async () => {
    const { budget } = open()
    const caller = new AbortController()
    const permit = await budget.acquire('background', { signal: caller.signal })
    caller.abort()
    expect(budget.state().free).toBe(3)
    permit.arrived()
    expect(budget.state().free).toBe(3)
  })
})

describe('a pause that the service asked for', () => {
  test('stops every lane until it is over', async () => {
    const { begun, call, budget } = open()
    budget.pause(700)
    for (const lane of ['interactive', 'background', 'idle'] as const) call(lane, lane)
    await passMs(699)
    expect(begun).toEqual([])
    expect(budget.state()).toMatchObject({ free: 0, nextFreeMs: 1 })
    await passMs(1)
    expect(begun).toEqual(['interactive', 'background', 'idle'])
  })

  test('is not shortened by a shorter one', async () => {
    const { begun, call, budget } = open()
    budget.pause(700)
    budget.pause(1)
    call('export', 'background')
    await passMs(699)
    expect(begun).toEqual([])
  })
})

describe('a person who would wait too long', () => {
  test('is refused at once, with the time after which it is worth another try', async () => {
    const { call, budget } = open()
    await fill(call, 4)
    await expect(call('person', 'interactive')).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 1 })
    expect(budget.state().waiting.interactive).toBe(0)
  })

  test('is refused during a long pause, and so are those who wait already', async () => {
    const { call, budget } = open()
    budget.pause(600)
    const waiting = call('person', 'interactive')
    budget.pause(30_000)
    await expect(waiting).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 30 })
    await expect(call('later', 'interactive')).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 30 })
  })

  test('is refused when too many people stand before, and not one person earlier', async () => {
    const { call } = open({ interactiveWaitMs: 1500 })
    await fill(call, 4)
    const places = Array.from({ length: 5 }, (_, index) => call(`person ${index}`, 'interactive'))
    const [fifth] = places.splice(4)
    await expect(fifth).rejects.toMatchObject({ code: 'busy', retryAfterSeconds: 2 })
    await passMs(WINDOW_MS)
    await expect(Promise.all(places)).resolves.toHaveLength(4)
  })

  test('waits when the wait is short', async () => {
    const { begun, call } = open()
    await fill(call, 4)
    await passMs(300)
    call('person', 'interactive')
    await passMs(WINDOW_MS - 300)
    expect(begun).toContain('person')
  })
})

test('the state tells what is free, what waits, and when the next call may begin', async () => {
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

test('while every place is in flight, no place is promised before a window has passed', async () => {
  const { budget } = open({ limit: 1 })
  await budget.acquire('background')
  expect(budget.state()).toMatchObject({ free: 0, nextFreeMs: WINDOW_MS })
})

test('a place that becomes free between two looks at the clock is neither lost nor slept through', async () => {
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

test('the reserve melts while people stay away, so that an export loses little by their last click', async () => {
  const { begun, call } = open({ limit: 8, reserve: 4, activeMs: 400 })
  void call('a person', 'interactive')
  for (let index = 0; index < 8; index += 1) void call(`photo ${index}`, 'background')
  await passMs(0)
  expect(begun).toHaveLength(1 + 3)
  await passMs(100)
  expect(begun).toHaveLength(1 + 4)
  await passMs(200)
  expect(begun).toHaveLength(1 + 6)
  await passMs(100)
  expect(begun).toHaveLength(1 + 7)
})

describe('whoever listens hears', () => {
  function listen(options: Partial<BudgetOptions> = {}) {
    const told: BudgetNews[] = []
    const budget = new Budget({ ...OPTIONS, ...options }, undefined, news => told.push(news))
    return { told, budget, ...createLine(budget) }
  }

  test('that a job waits for the limit, once a window and not for each call', async () => {
    const { told, call } = listen()
    await fill(call, 4)
    expect(told).toEqual([])
    await fill(call, 9)
    expect(told).toEqual([{ event: 'waiting', lane: 'background', ms: WINDOW_MS, waiting: 1 }])
    await passMs(WINDOW_MS)
    await fill(call, 3)
    expect(told).toHaveLength(2)
  })

  test('that a person waits or is sent away, and nothing of thumbnails', async () => {
    const { told, call } = listen()
    await fill(call, 4)
    call('thumbnail', 'idle')
    expect(told).toEqual([])
    await expect(call('anna', 'interactive')).rejects.toMatchObject({ code: 'busy' })
    await expect(call('anna', 'interactive')).rejects.toMatchObject({ code: 'busy' })
    expect(told).toEqual([{ event: 'waiting', lane: 'interactive', ms: WINDOW_MS, waiting: 1 }])
  })

  test('that the service asks for a pause, once for each pause', async () => {
    const { told, budget, call } = listen()
    budget.pause(500)
    budget.pause(700)
    call('anna', 'interactive')
    call('export', 'background')
    expect(told).toEqual([{ event: 'paused', ms: 500, waiting: 0 }])
    await passMs(700)
    budget.pause(500)
    expect(told).toHaveLength(2)
  })
})
