import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { flag, json, openTable } from '#lib/store/table.ts'

const row = z.object({
  id: z.number(),
  name: z.string().nullable(),
  words: json(z.array(z.string())),
  excluded: flag,
})

let database: DatabaseSync
const open = () => openTable(database, 'things', { row, besides: ['box'] })
const first = { id: 1, name: 'one', words: ['a', 'b'], excluded: true }
const second = { id: 2, name: null, words: [], excluded: false }

beforeEach(() => {
  database = new DatabaseSync(':memory:')
  database.exec(
    `CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, words TEXT NOT NULL, excluded INTEGER NOT NULL,
       box TEXT NOT NULL) STRICT`,
  )
  open().insert([
    { ...first, box: 'x' },
    { ...second, box: 'y' },
  ])
})

test('rows are read as they were written, lists and yes and no included', () => {
  expect(open().list('ORDER BY id')).toEqual([first, second])
  expect(open().find('WHERE box = ?', 'y')).toEqual(second)
  expect(open().find('WHERE id = ?', 3)).toBeNull()
  expect(open().count("WHERE box <> 'x'")).toBe(1)
})

test('an update leaves alone what is undefined, empties what is null, and tells how many rows it changed', () => {
  expect(open().update({ name: undefined, words: ['c'] }, 'WHERE id = ?', 1)).toBe(1)
  expect(open().find('WHERE id = 1')).toEqual({ ...first, words: ['c'] })
  expect(open().update({ name: null }, 'WHERE id > ?', 0)).toBe(2)
  expect(open().update({}, 'WHERE id = 1')).toBe(0)
  expect(open().remove('WHERE name IS NULL')).toBe(2)
})

test('a row that is there already can be left as it is', () => {
  const again = { ...first, name: 'other', box: 'x' }
  expect(open().insert([again], 'ON CONFLICT DO NOTHING')).toBe(0)
  expect(() => open().insert([again])).toThrow('UNIQUE')
})

test('only columns get into a statement, whatever an object carries', () => {
  const hostile = { ...first, id: 3, box: 'x', "name = 'x'; --": 1 }
  expect(() => open().insert([hostile])).toThrow('things has no column')
  expect(() => open().update(hostile, 'WHERE id = 1')).toThrow('things has no column')
})

test('a row that is not as its schema says is not handed on', () => {
  database.exec("UPDATE things SET words = '{}' WHERE id = 1")
  expect(() => open().list('')).toThrow()
})

test('a statement is understood once, whoever opens the table', () => {
  const prepare = vi.spyOn(database, 'prepare')
  for (let count = 0; count < 3; count += 1) open().find('WHERE id = ?', count)
  expect(prepare).toHaveBeenCalledOnce()
})

test('statements that are always new do not stay', () => {
  const many = Array.from({ length: 500 }, (_, index) => `WHERE id > ${index}`)
  for (const rest of many) open().list(rest)
  const prepare = vi.spyOn(database, 'prepare')
  expect([open().list(many[0] ?? ''), open().list(many.at(-1) ?? '')]).toEqual([[first, second], []])
  expect(prepare).toHaveBeenCalledOnce()
})
