import { expect, test } from 'vitest'
import {
  isHistoryFiltered,
  parseHistoryFilters,
  toHistorySearch,
} from '#lib/exports/history/history-filters.ts'

test.each([
  [{}, 1],
  [{ page: '3' }, 3],
  [{ page: '0' }, 1],
  [{ page: 'x' }, 1],
  [{ page: ['2', '3'] }, 3],
  [{ page: '1e300' }, 1],
])('%j is page %d', (search, page) => expect(parseHistoryFilters(search).page).toBe(page))

test('the history filters are written to the address and read back', () => {
  const asked = { project: 7, person: 'anna@example.com', target: 'lucca', state: 'ready', page: 2 } as const
  const search = toHistorySearch(asked)
  expect(search).toBe('project=7&person=anna%40example.com&target=lucca&state=ready&page=2')
  expect(parseHistoryFilters(new URLSearchParams(search))).toEqual(asked)
})

test('mistyped history filters count as not given, and a page number is not a filter', () => {
  const read = parseHistoryFilters({
    project: '07',
    person: '',
    target: 'x'.repeat(61),
    state: 'done',
    page: '4',
  })
  expect(isHistoryFiltered(read)).toBe(false)
  expect(toHistorySearch(read)).toBe('page=4')
  expect(isHistoryFiltered({ ...read, state: 'failed' })).toBe(true)
})
