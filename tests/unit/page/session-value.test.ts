import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod/mini'
import { createSessionValue } from '#components/page/session-value.ts'

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

test('a session value is stored when it changes', () => {
  const value = createSessionValue('list', schema, [])
  expect(value.get()).toEqual([])
  value.set(list => [...list, 'a'])
  expect(value.get()).toEqual(['a'])
  expect(stored.get(NAME)).toBe('["a"]')
})

test('a session value survives a reload and can be changed then', () => {
  stored.set(NAME, '["a"]')
  const value = createSessionValue('list', schema, [])
  expect(value.get()).toEqual(['a'])
  value.set(list => [...list, 'b'])
  expect(stored.get(NAME)).toBe('["a","b"]')
})

test('a session value stays the same object while nothing changes, to avoid redraws', () => {
  stored.set(NAME, '["a"]')
  const value = createSessionValue('list', schema, [])
  expect(value.get()).toBe(value.get())
})

test.each(['{', '[1]', '"a"'])('a stored value that does not fit counts as absent: %s', text => {
  stored.set(NAME, text)
  const value = createSessionValue('list', schema, [])
  expect(value.get()).toEqual([])
  value.set(list => [...list, 'b'])
  expect(stored.get(NAME)).toBe('["b"]')
})
