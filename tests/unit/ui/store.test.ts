import { expect, test, vi } from 'vitest'
import { createStore } from '#components/ui/browser/store.ts'

test('a subscriber of a store is called for each change until it unsubscribes', () => {
  const store = createStore(0)
  const listener = vi.fn()
  const end = store.subscribe(listener)
  store.set(1)
  expect(store.get()).toBe(1)
  expect(listener).toHaveBeenCalledTimes(1)
  end()
  store.set(2)
  expect(listener).toHaveBeenCalledTimes(1)
})

test('a store watches once while it has a subscriber, and again for the next one after the last', () => {
  const unwatch = vi.fn()
  const watch = vi.fn(() => unwatch)
  const store = createStore(0, watch)
  expect(watch).not.toHaveBeenCalled()
  const ends = [store.subscribe(vi.fn()), store.subscribe(vi.fn())]
  expect(watch).toHaveBeenCalledTimes(1)
  ends[0]?.()
  expect(unwatch).not.toHaveBeenCalled()
  ends[1]?.()
  expect(unwatch).toHaveBeenCalledTimes(1)
  store.subscribe(vi.fn())
  expect(watch).toHaveBeenCalledTimes(2)
})
