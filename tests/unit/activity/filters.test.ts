import { describe, expect, test } from 'vitest'
import {
  type ActivityFilters,
  isActivityFiltered,
  parseActivityFilters,
  toActivitySearch,
} from '#lib/activity/filters.ts'

const ALL: ActivityFilters = {
  actor: 'anna+hr@example.com',
  action: 'employee_changed',
  employee: 1001,
  project: 7,
  from: '2026-11-01',
  to: '2026-11-21',
  page: 3,
}

describe('filters in the address', () => {
  test('activity filters are read back from the address as written', () => {
    const search = new URLSearchParams(toActivitySearch(ALL))
    expect(parseActivityFilters(Object.fromEntries(search))).toEqual(ALL)
  })

  test('mistyped or empty filters count as not given, and the last of repeated ones counts', () => {
    const typed = {
      action: 'x',
      employee: '-1',
      project: '1e3',
      from: '2026-02-30',
      to: '',
      page: '0',
      actor: '',
    }
    expect(parseActivityFilters(typed)).toEqual({ page: 1 })
    expect(parseActivityFilters({ page: ['1', '2'] })).toEqual({ page: 2 })
  })

  test('empty activity filters are left out of the address', () => {
    expect(toActivitySearch({ page: 1 })).toBe('')
  })

  test('a filter hides entries, but a page number does not', () => {
    expect(isActivityFiltered({ page: 2 })).toBe(false)
    expect(isActivityFiltered({ from: '2026-11-01' })).toBe(true)
  })
})
