import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { createSessionValue } from '#components/page/session-value.ts'
import { until } from '#tests/support/until.ts'

const NAME = 'portrait-desk:list'
const schema = z.array(z.string())
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('sessionStorage', {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, text: string) => stored.set(name, text),
  })
})

describe('a value that the tab remembers', () => {
  test('loads its schema only when something is stored', () => {
    const load = vi.fn(async () => schema)
    const value = createSessionValue('list', load, [])
    expect(value.get()).toEqual([])
    value.set(list => [...list, 'a'])
    expect(value.get()).toEqual(['a'])
    expect(load).not.toHaveBeenCalled()
    expect(stored.get(NAME)).toBe('["a"]')
  })

  test('is there after a reload, as soon as its schema is', async () => {
    stored.set(NAME, '["a"]')
    const value = createSessionValue('list', async () => schema, [])
    expect(value.get()).toEqual([])
    await until('the value', () => value.get().length > 0)
    expect(value.get()).toEqual(['a'])
  })

  test('loses nothing when it is changed before its schema is there', async () => {
    stored.set(NAME, '["a"]')
    const value = createSessionValue('list', async () => schema, [])
    value.set(list => [...list, 'b'])
    value.set(list => [...list, 'c'])
    await until('the stored value', () => value.get().length > 2)
    expect(value.get()).toEqual(['a', 'b', 'c'])
  })

  test('stays the same object while nothing changes, so that nothing is drawn again', async () => {
    stored.set(NAME, '["a"]')
    const value = createSessionValue('list', async () => schema, [])
    await until('the value', () => value.get().length > 0)
    expect(value.get()).toEqual(['a'])
    expect(value.get()).toBe(value.get())
  })

  test.each(['{', '[1]', '"a"'])('counts as absent when it does not fit: %s', async text => {
    stored.set(NAME, text)
    const value = createSessionValue('list', async () => schema, [])
    value.set(list => [...list, 'b'])
    await until('what was stored is looked at', () => stored.get(NAME) === '["b"]')
    expect(value.get()).toEqual(['b'])
  })

  test('asks again for a schema that did not come', async () => {
    stored.set(NAME, '["a"]')
    const load = vi.fn(async () => schema).mockRejectedValueOnce(new TypeError('offline'))
    const value = createSessionValue('list', load, [])
    await until('the value', () => value.get().length > 0)
    expect(value.get()).toEqual(['a'])
    expect(load).toHaveBeenCalledTimes(2)
  })
})
