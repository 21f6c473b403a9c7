import { setImmediate as nextTurn } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import { type InFlight, ReadCache, type ReadOptions } from '#lib/portrait-api/read-cache.ts'
import { passMs, stopClock } from '#tests/support/clock.ts'

const PERSON: ReadOptions = { line: 'anna' }
const BATCH: ReadOptions = { line: 'background' }

/** Opens a cache before a service that answers when the test says so. */
function open({ keepMs = 1000, maxEntries = 3 } = {}) {
  const cache = new ReadCache({ keepMs, maxEntries })
  const calls: (InFlight & { resolve(value: string): void; reject(error: Error): void })[] = []
  const load = vi.fn((request: InFlight) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    calls.push({ ...request, resolve, reject })
    request.recall.addEventListener('abort', () => reject(request.recall.reason))
    return promise
  })
  const read = (options = PERSON, address = 'a') => cache.read(address, load, options)
  /** Reads an address and lets the service answer at once. */
  const know = async (address: string, value = address) => {
    const answer = read(PERSON, address)
    calls.at(-1)?.resolve(value)
    await answer
  }
  return { cache, calls, load, read, know }
}

describe('equal reads in flight', () => {
  test('equal reads in flight are one call, even if nothing is cached', async () => {
    const { calls, load, read } = open({ keepMs: 0 })
    const both = Promise.all([read(), read()])
    calls[0]?.resolve('x')
    expect(await both).toEqual(['x', 'x'])
    expect(load).toHaveBeenCalledOnce()
  })

  test('equal reads fail together, and the next read calls again', async () => {
    const { calls, load, read } = open()
    const both = Promise.allSettled([read(), read()])
    calls[0]?.reject(new Error('down'))
    expect((await both).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    void read()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('reads of different addresses are separate calls', () => {
    const { load, read } = open()
    void read(PERSON, 'a')
    void read(PERSON, 'b')
    expect(load).toHaveBeenCalledTimes(2)
  })

  test.each(['background', 'anna', 'berta'])(
    'equal reads wait in each lane; the first to begin, in the lane of %s, serves the others',
    async first => {
      const { calls, load, read } = open({ keepMs: 0 })
      const lines = ['background', 'anna', 'berta']
      const answers = [...lines, ...lines].map(line => read({ line }))
      expect(load).toHaveBeenCalledTimes(3)
      const begun = lines.indexOf(first)
      calls[begun]?.begun()
      expect(calls.map(({ recall }) => recall.aborted)).toEqual(lines.map(line => line !== first))
      await nextTurn()
      answers.push(read({ line: 'later' }))
      calls[begun]?.resolve('now')
      expect(await Promise.all(answers)).toEqual(Array(7).fill('now'))
      expect(load).toHaveBeenCalledTimes(3)
    },
  )

  test('a read that fails in one lane does not fail in another', async () => {
    const { calls, read } = open({ keepMs: 0 })
    const [greedy, other] = [read({ line: 'anna' }), read({ line: 'berta' })]
    calls[0]?.reject(new Error('busy'))
    await expect(greedy).rejects.toThrow('busy')
    calls[1]?.begun()
    calls[1]?.resolve('x')
    expect(await other).toBe('x')
  })

  test('a read after a write keeps its own call when an earlier read begins first', async () => {
    const { cache, calls, read } = open({ keepMs: 0 })
    const before = read({ line: 'anna' })
    cache.forget(() => true)
    const after = read({ line: 'berta' })
    calls[0]?.begun()
    expect(calls[1]?.recall.aborted).toBe(false)
    calls[0]?.resolve('old')
    calls[1]?.resolve('new')
    expect(await Promise.all([before, after])).toEqual(['old', 'new'])
  })

  test('equal reads are one call when a person requests what a batch has already begun', async () => {
    const { calls, load, read } = open({ keepMs: 0 })
    const batch = read(BATCH)
    calls[0]?.begun()
    const person = read(PERSON)
    expect(calls[0]?.recall.aborted).toBe(false)
    calls[0]?.resolve('x')
    expect(await Promise.all([batch, person])).toEqual(['x', 'x'])
    expect(load).toHaveBeenCalledOnce()
  })

  test('a batch that is cancelled while it shares a read leaves the person the answer', async () => {
    const { calls, read } = open()
    const cancel = new AbortController()
    const batch = read({ ...BATCH, signal: cancel.signal })
    const person = read(PERSON)
    cancel.abort(new Error('cancelled'))
    await expect(batch).rejects.toThrow('cancelled')
    calls[1]?.resolve('x')
    expect(await person).toBe('x')
  })
})

describe('a cached answer', () => {
  test('a cached answer saves the call until it expires', async () => {
    stopClock()
    const { load, read, know } = open()
    await know('a')
    await passMs(999)
    expect(await read()).toBe('a')
    expect(load).toHaveBeenCalledOnce()
    await passMs(1)
    void read()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('a cached answer is not prolonged by being read', async () => {
    stopClock()
    const { load, read, know } = open()
    await know('a')
    await passMs(600)
    await read()
    await passMs(600)
    void read()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('a cached answer is skipped by "Refresh", whose answer then replaces it', async () => {
    const { calls, read, know } = open()
    await know('a', 'old')
    const fresh = read({ ...PERSON, fresh: true })
    calls[1]?.resolve('new')
    expect([await fresh, await read()]).toEqual(['new', 'new'])
  })

  test('a cached answer is evicted when there are too many, least recently used first', async () => {
    const { load, read, know } = open()
    for (const address of ['a', 'b', 'c']) await know(address)
    await read(PERSON, 'a')
    await know('d')
    for (const address of ['a', 'c', 'd']) expect(await read(PERSON, address)).toBe(address)
    expect(load).toHaveBeenCalledTimes(4)
    void read(PERSON, 'b')
    expect(load).toHaveBeenCalledTimes(5)
  })
})

describe('a write', () => {
  test('a write invalidates only the entries that it affects', async () => {
    const { cache, load, read, know } = open()
    await know('a')
    await know('b')
    cache.forget(address => address === 'a')
    expect(await read(PERSON, 'b')).toBe('b')
    void read(PERSON, 'a')
    expect(load).toHaveBeenCalledTimes(3)
  })

  test('a write invalidates every read that began before it', async () => {
    const { cache, calls, read } = open()
    const before = read()
    cache.forget(() => true)
    const after = read()
    calls[1]?.resolve('new')
    calls[0]?.resolve('old')
    expect(await Promise.all([before, after])).toEqual(['old', 'new'])
    expect(await read()).toBe('new')
  })
})

describe('a caller of a shared read that leaves', () => {
  test('a caller that leaves does not take the answer away from the others', async () => {
    const { calls, read } = open()
    const caller = new AbortController()
    const left = read({ ...PERSON, signal: caller.signal })
    const other = read()
    caller.abort(new Error('left'))
    await expect(left).rejects.toThrow('left')
    expect(calls[0]?.signal.aborted).toBe(false)
    calls[0]?.resolve('x')
    expect(await other).toBe('x')
  })

  test('a caller that leaves ends the call when no other waits, and the next one calls again', async () => {
    const { calls, load, read } = open()
    const callers = [new AbortController(), new AbortController()]
    const both = callers.map(({ signal }) => read({ ...PERSON, signal }))
    for (const caller of callers) caller.abort(new Error('left'))
    expect((await Promise.allSettled(both)).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    expect(calls[0]?.signal.reason).toEqual(new Error('left'))
    void read()
    expect(load).toHaveBeenCalledTimes(2)
  })

  test('a caller that leaves before the call sends nothing', async () => {
    const { load, read } = open()
    await expect(read({ ...PERSON, signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left')
    expect(load).not.toHaveBeenCalled()
  })
})

describe('a read since a moment', () => {
  test('a read since a moment ignores calls sent before, and shares those sent since', async () => {
    stopClock()
    const { calls, load, read } = open({ keepMs: 0 })
    const old = read()
    calls[0]?.begun()
    await passMs(10)
    const since = performance.now()
    const now = read({ ...PERSON, since })
    expect(load).toHaveBeenCalledTimes(2)
    calls[1]?.begun()
    const shared = read({ line: 'berta', since })
    expect(load).toHaveBeenCalledTimes(2)
    calls[1]?.resolve('new')
    calls[0]?.resolve('old')
    expect(await Promise.all([old, now, shared])).toEqual(['old', 'new', 'new'])
  })

  test('a read since a moment joins a call that still waits for its place', async () => {
    stopClock()
    const { load, read } = open({ keepMs: 0 })
    void read()
    await passMs(10)
    void read({ ...PERSON, since: performance.now() })
    expect(load).toHaveBeenCalledOnce()
  })

  test('a read since a moment takes a cached answer only if it was requested since', async () => {
    stopClock()
    const { load, read, know } = open()
    await know('a')
    const sent = performance.now()
    await passMs(10)
    expect(await read({ ...PERSON, since: sent })).toBe('a')
    void read({ ...PERSON, since: performance.now() })
    expect(load).toHaveBeenCalledTimes(2)
  })
})
