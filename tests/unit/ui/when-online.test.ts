import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenOnline } from '#components/ui/browser/when-online.ts'

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

function begin({ onLine, answers }: { onLine: boolean; answers: boolean[] }) {
  vi.stubGlobal('navigator', { onLine })
  const fetch = vi.fn(async (_url: string, _init: RequestInit) => {
    if (answers.shift()) return new Response()
    throw new TypeError('Failed to fetch')
  })
  vi.stubGlobal('fetch', fetch)
  const load = vi.fn(async () => 'code')
  return { fetch, load, loaded: whenOnline(load)() }
}

test('code comes at once where there is a network, and nothing is asked for it', async () => {
  const { fetch, load, loaded } = begin({ onLine: true, answers: [] })
  expect(load).toHaveBeenCalledOnce()
  expect(await loaded).toBe('code')
  expect(fetch).not.toHaveBeenCalled()
})

test('without a network it comes when the desk answers again, and never fails before', async () => {
  const { fetch, load, loaded } = begin({ onLine: false, answers: [false, false, true] })
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

test('a desk on the same computer is reached although the browser knows of no network', async () => {
  const { loaded } = begin({ onLine: false, answers: [true] })
  expect(await loaded).toBe('code')
})
