import { beforeEach, expect, test, vi } from 'vitest'

beforeEach(() => void Reflect.deleteProperty(globalThis, 'portraitDesk'))

test('a singleton exists once per process, even when its module is loaded twice', async () => {
  vi.resetModules()
  const first = await import('#lib/singleton.ts')
  vi.resetModules()
  const second = await import('#lib/singleton.ts')
  expect(second.singleton).not.toBe(first.singleton)
  const create = vi.fn(() => ({}))
  expect(second.singleton('thing', create)).toBe(first.singleton('thing', create))
  expect(create).toHaveBeenCalledOnce()
  expect(first.singleton('other', create)).not.toBe(first.singleton('thing', create))
})
