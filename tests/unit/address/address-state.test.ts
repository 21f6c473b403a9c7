import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  countingNumber,
  day,
  flag,
  oneNumberOf,
  oneOf,
  oneOfOr,
  searchText,
  text,
} from '#lib/address/address-fields.ts'
import { createAddressState, type SearchParams } from '#lib/address/address-state.ts'

const state = createAddressState({
  q: searchText(5),
  number: text(5),
  status: oneOf(['open', 'closed']),
  dir: oneOfOr(['asc', 'desc'], 'asc'),
  size: oneNumberOf([25, 50], 50),
  page: countingNumber({ fallback: 1, max: 900 }),
  since: day(),
  archived: flag(),
})
const EMPTY = {
  q: '',
  number: undefined,
  status: undefined,
  dir: 'asc',
  size: 50,
  page: 1,
  since: undefined,
  archived: false,
}
const FULL = {
  q: 'a b',
  number: ' 007 ',
  status: 'closed',
  dir: 'desc',
  size: 25,
  page: 900,
  since: '2024-02-29',
  archived: true,
} as const

describe('the state in the address', () => {
  test('the state in the address is written in the order of its fields, and read back', () => {
    const search = state.toSearch(FULL)
    expect(search).toBe(
      'q=a+b&number=+007+&status=closed&dir=desc&size=25&page=900&since=2024-02-29&archived=1',
    )
    expect(state.parse(new URLSearchParams(search))).toEqual(FULL)
  })

  test('the state in the address leaves out missing and default values', () => {
    expect(state.toSearch({})).toBe('')
    expect(state.toSearch(state.parse({}))).toBe('')
  })

  test.each<SearchParams>([
    { q: '123456' },
    { number: '' },
    { number: '123456' },
    { status: 'toString' },
    { dir: 'up' },
    { size: '26' },
    { size: '025' },
    ...['0', '-1', '+1', '01', '1.5', '1e2', ' 1', '901', '1'.repeat(40)].map(page => ({ page })),
    ...['2023-02-29', '2024-2-9', '2024-13-01', '2024-02-29T00:00', '24', 'x'].map(since => ({ since })),
    { archived: 'true' },
    { unknown: 'x' },
    Object.create({ page: '3' }),
  ])('a mistyped address does not fail: %j', given => expect(state.parse(given)).toEqual(EMPTY))

  test('the last of repeated values counts, in a list and in an address', () => {
    expect(state.parse({ page: ['2', '3'] }).page).toBe(3)
    expect(state.parse(new URLSearchParams('page=2&page=3')).page).toBe(3)
    expect(state.parse({ page: [] }).page).toBe(1)
  })

  test('an address state of any input is read back as it was', () => {
    const given = fc.dictionary(
      fc.constantFrom(...Object.keys(EMPTY)),
      fc.oneof(fc.string({ unit: 'grapheme' }), fc.integer().map(String), fc.array(fc.string())),
    )
    fc.assert(
      fc.property(given, given => {
        const once = state.parse(given)
        expect(state.parse(new URLSearchParams(state.toSearch(once)))).toEqual(once)
      }),
    )
  })
})
