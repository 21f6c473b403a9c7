import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test, vi } from 'vitest'

/** Earlier versions registered a service worker at this address; browsers keep asking for it. */
const FORMER_WORKER = 'public/offline-worker.js'

test('the worker at the former address unregisters itself and answers no request', async () => {
  const unregister = vi.fn(async () => true)
  const listeners = new Map<string, (event: { waitUntil(work: Promise<unknown>): void }) => void>()
  runInNewContext(readFileSync(FORMER_WORKER, 'utf8'), {
    addEventListener: (name: string, listener: () => void) => listeners.set(name, listener),
    registration: { unregister },
    skipWaiting: () => {},
  })
  expect([...listeners.keys()]).toEqual(['install', 'activate'])
  const waitUntil = vi.fn()
  listeners.get('activate')?.({ waitUntil })
  await waitUntil.mock.calls[0]?.[0]
  expect(unregister).toHaveBeenCalledOnce()
})
