import { describe, expect, test } from 'vitest'
import {
  mapColumn,
  mapFullName,
  mapSeparateNames,
  toColumnLetters,
} from '#components/imports/columns/columns.ts'

describe('the choice of a column', () => {
  test('a chosen column is taken from the field that had it, as a column has one meaning', () => {
    const mapping = { columns: { email: 2, mitarbeiternummer: 3 } }
    expect(mapColumn(mapping, 'mitarbeiternummer', 2)).toEqual({ columns: { mitarbeiternummer: 2 } })
  })

  test('a field may be left without a column', () => {
    expect(mapColumn({ columns: { email: 2, locale: 4 } }, 'locale', undefined)).toEqual({
      columns: { email: 2 },
    })
  })

  test('a choice keeps the full name in its column, unless that column was chosen', () => {
    const mapping = { columns: {}, full_name: { column: 1, order: 'last_first' as const } }
    expect(mapColumn(mapping, 'email', 2)).toEqual({ ...mapping, columns: { email: 2 } })
    expect(mapColumn(mapping, 'email', 1)).toEqual({ columns: { email: 1 } })
  })

  test('choosing the full name frees first and last name, and the other way round', () => {
    const whole = mapFullName({ columns: { first_name: 0, last_name: 1, email: 2 } }, 1, 'first_last')
    expect(whole).toEqual({ columns: { email: 2 }, full_name: { column: 1, order: 'first_last' } })
    expect(mapSeparateNames(whole)).toEqual({ columns: { email: 2, last_name: 1 } })
  })
})

test('columns are named as in a spreadsheet', () => {
  expect([0, 25, 26, 51, 52, 701, 702].map(toColumnLetters)).toEqual([
    'A',
    'Z',
    'AA',
    'AZ',
    'BA',
    'ZZ',
    'AAA',
  ])
})
