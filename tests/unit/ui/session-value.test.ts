import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { createSessionValue, keepSessionValuesOf } from '#components/ui/browser/session-value.ts'
import { until } from '#tests/support/until.ts'

const NAME = 'portrait-desk:list'
const schema = z.array(z.string())
let stored: Record<string, string>

/** As in a browser, what is stored are its own properties. */
beforeEach(() => {
  stored = Object.create({
    getItem: (name: string) => stored[name] ?? null,
    setItem: (name: string, text: string) => Object.assign(stored, { [name]: text }),
    removeItem: (name: string) => delete stored[name],
  })
  vi.stubGlobal('sessionStorage', stored)
})

describe('a value that the tab remembers', () => {
  test('loads its schema only when something is stored', () => {
    const load = vi.fn(async () => schema)
    const value = createSessionValue('list', load, [])
    expect(value.get()).toEqual([])
    value.set(list => [...list, 'a'])
    expect(value.get()).toEqual(['a'])
    expect(load).not.toHaveBeenCalled()
    expect(stored[NAME]).toBe('["a"]')
  })

  test('is there after a reload, as soon as its schema is', async () => {
    stored[NAME] = '["a"]'
    const value = createSessionValue('list', async () => schema, [])
    expect(value.get()).toEqual([])
    await until('the value', () => value.get().length > 0)
    expect(value.get()).toEqual(['a'])
  })

  test('loses nothing when it is changed before its schema is there', async () => {
    stored[NAME] = '["a"]'
    const value = createSessionValue('list', async () => schema, [])
    value.set(list => [...list, 'b'])
    value.set(list => [...list, 'c'])
    await until('the stored value', () => value.get().length > 2)
    expect(value.get()).toEqual(['a', 'b', 'c'])
  })

  test('stays the same object while nothing changes, so that nothing is drawn again', async () => {
    stored[NAME] = '["a"]'
    const value = createSessionValue('list', async () => schema, [])
    await until('the value', () => value.get().length > 0)
    expect(value.get()).toEqual(['a'])
    expect(value.get()).toBe(value.get())
  })

  test('of somebody whose session has ended by itself is not shown to who signs in after them', async () => {
    keepSessionValuesOf('1')
    const value = createSessionValue('list', async () => schema, [])
    value.set(list => [...list, 'a'])
    keepSessionValuesOf('1')
    expect(value.get()).toEqual(['a'])
    keepSessionValuesOf('2')
    expect(value.get()).toEqual([])
    expect(NAME in stored).toBe(false)
  })

  test.each(['{', '[1]', '"a"'])('counts as absent when it does not fit: %s', async text => {
    stored[NAME] = text
    const value = createSessionValue('list', async () => schema, [])
    value.set(list => [...list, 'b'])
    await until('what was stored is looked at', () => stored[NAME] === '["b"]')
    expect(value.get()).toEqual(['b'])
  })

  test('asks again for a schema that did not come', async () => {
    stored[NAME] = '["a"]'
    const load = vi.fn(async () => schema).mockRejectedValueOnce(new TypeError('offline'))
    const value = createSessionValue('list', load, [])
    await until('the value', () => value.get().length > 0)
    expect(value.get()).toEqual(['a'])
    expect(load).toHaveBeenCalledTimes(2)
  })
})
