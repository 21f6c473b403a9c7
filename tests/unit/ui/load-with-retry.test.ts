import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loadWithRetry } from '#components/ui/browser/load-with-retry.ts'

const listeners = new Set<() => void>()
const FILE = 'http://desk/_next/static/a.js'

beforeEach(() => {
  vi.useFakeTimers()
  listeners.clear()
  vi.stubGlobal('document', { scripts: [{ src: '' }, { src: FILE }] })
  vi.stubGlobal('window', {
    location: { href: 'http://desk/projects' },
    addEventListener: (_name: string, listener: () => void) => listeners.add(listener),
    removeEventListener: (_name: string, listener: () => void) => listeners.delete(listener),
  })
})
afterEach(() => vi.useRealTimers())

type Begin = { onLine: boolean; answers: (number | false)[]; losses?: Error[] }

/**
 * Starts a load with the statuses of the desk in sequence, false without a network; `losses` are the first failures of
 * loading.
 */
function begin({ onLine, answers, losses = [] }: Begin) {
  vi.stubGlobal('navigator', { onLine })
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    const status = answers.shift()
    if (status) return new Response(null, { status })
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('fetch', fetch)
  const load = vi.fn(async () => {
    const loss = losses.shift()
    if (loss) throw loss
    return 'code'
  })
  return { fetch, load, loaded: loadWithRetry(load)() }
}

test('code loads at once with a network, without a request to the desk', async () => {
  const { fetch, load, loaded } = begin({ onLine: true, answers: [] })
  expect(load).toHaveBeenCalledOnce()
  expect(await loaded).toBe('code')
  expect(fetch).not.toHaveBeenCalled()
})

test('code loads without a network when the desk answers again, and never fails before', async () => {
  const { fetch, load, loaded } = begin({ onLine: false, answers: [false, false, 200] })
  await vi.advanceTimersByTimeAsync(0)
  expect(fetch).toHaveBeenCalledExactlyOnceWith(FILE, { method: 'HEAD', cache: 'no-store' })
  expect(load).not.toHaveBeenCalled()
  for (const look of listeners) look()
  await vi.advanceTimersByTimeAsync(0)
  expect([fetch.mock.calls.length, load.mock.calls.length]).toEqual([2, 0])
  await vi.advanceTimersByTimeAsync(2_000)
  expect(await loaded).toBe('code')
  expect(listeners.size).toBe(0)
})

test('a desk on the same computer is reached although the browser reports no network', async () => {
  const { loaded } = begin({ onLine: false, answers: [200] })
  expect(await loaded).toBe('code')
})

const lost = () => Object.assign(new Error('Failed to load chunk'), { name: 'ChunkLoadError' })

test('code that a restarting desk could not serve loads once the desk itself answers', async () => {
  const { fetch, load, loaded } = begin({ onLine: true, answers: [502, false, 200], losses: [lost()] })
  await vi.advanceTimersByTimeAsync(0)
  expect([fetch.mock.calls.length, load.mock.calls.length]).toEqual([1, 1])
  await vi.advanceTimersByTimeAsync(4_000)
  expect(await loaded).toBe('code')
  expect([fetch.mock.calls.length, load.mock.calls.length]).toEqual([3, 2])
})

test('several waiting loads poll together', async () => {
  const { fetch, loaded } = begin({ onLine: false, answers: [false, 200] })
  const also = loadWithRetry(async () => 'more')()
  await vi.advanceTimersByTimeAsync(2_000)
  expect([await loaded, await also]).toEqual(['code', 'more'])
  expect(fetch).toHaveBeenCalledTimes(2)
})

test('code that is missing for good, or wrong, fails', async () => {
  const gone = begin({ onLine: true, answers: [404], losses: [lost(), lost()] })
  await expect(gone.loaded).rejects.toMatchObject({ name: 'ChunkLoadError' })
  const wrong = begin({ onLine: true, answers: [], losses: [new TypeError('x is not a function')] })
  await expect(wrong.loaded).rejects.toThrow(TypeError)
  expect(wrong.fetch).not.toHaveBeenCalled()
})
