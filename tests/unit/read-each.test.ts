import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { DeskError } from '#lib/errors.ts'
import { readEach, readEachAsync } from '#lib/read-each.ts'

const rows = [{ id: 1 }, { id: 'two' }, { id: 3 }]
const schema = z.object({ id: z.number() })

test('a row that cannot be read is left out and logged, with its list and id', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => {})
  expect(readEach('people', rows, row => schema.parse(row).id)).toEqual([1, 3])
  expect(await readEachAsync('people', rows, async row => schema.parse(row).id)).toEqual([1, 3])
  expect(printed.mock.calls.map(([line]) => JSON.parse(String(line)))).toMatchObject([
    { event: 'row_unreadable', list: 'people', id: 'two' },
    { event: 'row_unreadable', list: 'people', id: 'two' },
  ])
})

test('an error that is not about a row concerns the whole list', async () => {
  const away = () => {
    throw new DeskError('database_unavailable')
  }
  expect(() => readEach('people', rows, away)).toThrow('database_unavailable')
  await expect(readEachAsync('people', rows, async () => away())).rejects.toThrow('database_unavailable')
})
