import { DatabaseSync } from 'node:sqlite'
import { beforeEach, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { onSqlite } from '#lib/store/sqlite.ts'
import { flag, json, openTable } from '#lib/store/table.ts'

const row = z.object({
  id: z.number(),
  name: z.string().nullable(),
  words: json(z.array(z.string())),
  excluded: flag,
})

let raw: DatabaseSync
const open = () => openTable(onSqlite(raw), 'things', { row, besides: ['box'] })
const first = { id: 1, name: 'one', words: ['a', 'b'], excluded: true }
const second = { id: 2, name: null, words: [], excluded: false }

beforeEach(async () => {
  raw = new DatabaseSync(':memory:')
  raw.exec(
    `CREATE TABLE things (id INTEGER PRIMARY KEY, name TEXT, words TEXT NOT NULL, excluded INTEGER NOT NULL,
       box TEXT NOT NULL) STRICT`,
  )
  await open().insert([
    { ...first, box: 'x' },
    { ...second, box: 'y' },
  ])
})

test('rows are read as they were written, including lists and booleans', async () => {
  expect(await open().list('ORDER BY id')).toEqual([first, second])
  expect(await open().find('WHERE box = ?', 'y')).toEqual(second)
  expect(await open().find('WHERE id = ?', 3)).toBeNull()
  expect(await open().count("WHERE box <> 'x'")).toBe(1)
})

test('an update skips undefined, empties null and returns the number of changed rows', async () => {
  expect(await open().update({ name: undefined, words: ['c'] }, 'WHERE id = ?', 1)).toBe(1)
  expect(await open().find('WHERE id = 1')).toEqual({ ...first, words: ['c'] })
  expect(await open().update({ name: null }, 'WHERE id > ?', 0)).toBe(2)
  expect(await open().update({}, 'WHERE id = 1')).toBe(0)
  expect(await open().remove('WHERE name IS NULL')).toBe(2)
})

test('an existing row can be left unchanged', async () => {
  const again = { ...first, name: 'other', box: 'x' }
  expect(await open().insert([again], 'ON CONFLICT DO NOTHING')).toBe(0)
  await expect(open().insert([again])).rejects.toThrow('UNIQUE')
})

test('only columns get into a statement, whatever an object contains', async () => {
  const hostile = { ...first, id: 3, box: 'x', "name = 'x'; --": 1 }
  await expect(open().insert([hostile])).rejects.toThrow('things has no column')
  await expect(open().update(hostile, 'WHERE id = 1')).rejects.toThrow('things has no column')
})

test('a row that violates its schema is not returned', async () => {
  raw.exec("UPDATE things SET words = '{}' WHERE id = 1")
  await expect(open().list('')).rejects.toThrow()
})

test('a statement is parsed once for all tables', async () => {
  const database = onSqlite(raw)
  const prepare = vi.spyOn(raw, 'prepare')
  for (let count = 0; count < 3; count += 1)
    await openTable(database, 'things', { row }).find('WHERE id = ?', count)
  expect(prepare).toHaveBeenCalledOnce()
})

test('ever new statements are not kept', async () => {
  const things = open()
  const many = Array.from({ length: 600 }, (_, index) => `WHERE id > ${index}`)
  for (const rest of many) await things.list(rest)
  const prepare = vi.spyOn(raw, 'prepare')
  expect([await things.list(many[0] ?? ''), await things.list(many.at(-1) ?? '')]).toEqual([
    [first, second],
    [],
  ])
  expect(prepare).toHaveBeenCalledOnce()
})
