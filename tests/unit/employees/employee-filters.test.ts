import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseEmployeeFilters, toEmployeeSearch } from '#lib/employees/employee-filters.ts'

const DEFAULTS = { per_page: 50, page: 1 }

describe('filters in the address', () => {
  test('are read by the names of the specification', () => {
    const search = new URLSearchParams(
      'status=retake&mitarbeiternummer=007%2F13&photo_ready=1&per_page=200&page=3',
    )
    expect(parseEmployeeFilters(search)).toEqual({
      status: 'retake',
      mitarbeiternummer: '007/13',
      photo_ready: '1',
      per_page: 200,
      page: 3,
    })
  })

  test.each([
    {},
    { status: 'approved' },
    { photo_ready: 'yes' },
    { mitarbeiternummer: '' },
    { mitarbeiternummer: 'x'.repeat(101) },
    { page: '0' },
    { page: '-1' },
    { page: '1.5' },
    { page: 'x' },
    { page: '1'.repeat(40) },
    { per_page: '201' },
    { something: 'else' },
  ])('that are mistyped count as not given: %j', given =>
    expect(parseEmployeeFilters(given)).toEqual(DEFAULTS),
  )

  test.each([
    'status=pending&status=edited',
    'status=edited&status=nonsense',
    'page=2&page=3&per_page=25&per_page=100',
  ])('that are repeated count once, by the last value, on the server as in the browser: %s', address => {
    const browser = new URLSearchParams(address)
    const server = Object.fromEntries([...browser.keys()].map(name => [name, browser.getAll(name)]))
    const last = new URLSearchParams(Object.fromEntries(browser))
    expect(parseEmployeeFilters(browser)).toEqual(parseEmployeeFilters(last))
    expect(parseEmployeeFilters(server)).toEqual(parseEmployeeFilters(last))
  })

  test('that are the defaults do not stand in the address', () => {
    expect(toEmployeeSearch(DEFAULTS)).toBe('')
    expect(toEmployeeSearch({})).toBe('')
  })
})

test('whatever stands in the address, reading never fails, and what is written is read back', () => {
  const value = fc.oneof(
    fc.string(),
    fc.integer().map(String),
    fc.constantFrom('edited', '1', '200'),
    fc.array(fc.string()),
    fc.constant(undefined),
  )
  const params = fc.record({
    status: value,
    mitarbeiternummer: value,
    photo_ready: value,
    per_page: value,
    page: value,
  })
  fc.assert(
    fc.property(params, params => {
      const filters = parseEmployeeFilters(params)
      const search = toEmployeeSearch(filters)
      const again = parseEmployeeFilters(new URLSearchParams(search))
      expect(again).toEqual({
        ...filters,
        ...(filters.mitarbeiternummer && { mitarbeiternummer: filters.mitarbeiternummer.toWellFormed() }),
      })
      expect(toEmployeeSearch(again)).toBe(search)
    }),
    { numRuns: 1000 },
  )
})
