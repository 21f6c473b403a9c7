import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type PeopleFilters,
  parsePeopleFilters,
  SORT_COLUMNS,
  TILES,
  toggleTile,
  toIdsFilter,
  toPeopleSearch,
} from '#lib/employees/people-filters.ts'
import { selectPeople } from '#lib/employees/select-people.ts'
import { inheritOrders, prepareOrders } from '#lib/employees/sort-people.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { applySettings } from '#tests/support/desk-env.ts'
import { photoOf, readyEmployee } from '#tests/support/people.ts'

const filters = (changes: Partial<PeopleFilters> = {}): PeopleFilters => ({
  ...parsePeopleFilters({}),
  ...changes,
})
const PEOPLE: Employee[] = [
  readyEmployee({ id: 1, last_name: 'Zacher', mitarbeiternummer: '10' }),
  readyEmployee({ id: 2, last_name: 'Ärmel', mitarbeiternummer: '9', locale: 'en' }),
  readyEmployee({ id: 3, last_name: 'Arm', mitarbeiternummer: '009', locale: null, invited_at: null }),
  readyEmployee({
    id: 4,
    last_name: 'Armin',
    status: 'pending',
    invited_at: null,
    photo: photoOf(4, { approved: false, edited_at: null }),
  }),
  readyEmployee({
    id: 5,
    last_name: 'Müller',
    photo: photoOf(5, { approved: false, edited_at: '2026-11-03T23:30:00+01:00' }),
  }),
  readyEmployee({ id: 6, last_name: 'Mueller', status: 'retake', mitarbeiternummer: '00042' }),
]
const ids = (changes: Partial<PeopleFilters>) =>
  selectPeople(PEOPLE, filters(changes)).people.map(({ id }) => id)

describe('a selection', () => {
  test('a selection without filters has everybody by last name, and counts each tile', () => {
    const { people, counts } = selectPeople(PEOPLE, filters())
    expect(people.map(({ id }) => id)).toEqual([3, 2, 4, 6, 5, 1])
    expect(people.toSorted((a, b) => a.id - b.id)).toEqual(PEOPLE)
    expect(counts).toEqual({
      all: 6,
      pending: 1,
      uploaded: 0,
      edited: 1,
      approved: 3,
      retake: 1,
      other: 0,
      uninvited: 1,
    })
  })

  test('a selection counts the tiles within search and filters, whichever tile is chosen', () => {
    const { people, counts } = selectPeople(PEOPLE, filters({ q: 'müller', tile: 'retake' }))
    expect(people.map(({ id }) => id)).toEqual([6])
    expect(counts).toMatchObject({ all: 2, edited: 1, retake: 1, approved: 0 })
  })

  test.each([
    // The third has a photo already, although the invitation is unknown.
    [{ tile: 'uninvited' }, [4]],
    [{ tile: 'edited' }, [5]],
    [{ tile: 'uninvited,retake' }, [4, 6]],
    [{ locale: 'none' }, [3]],
    [{ locale: 'en' }, [2]],
    [{ mitarbeiternummer: '9' }, [2]],
    [{ ids: '5,1,99' }, [1, 5]],
    [{ ids: '5,1', tile: 'edited' }, [5]],
    [{ edited_since: '2026-11-03' }, [5]],
    [{ edited_since: '2026-11-04' }, []],
  ] as const)('the filter %j selects %j', (changes, expected) => {
    expect(ids(changes).toSorted()).toEqual(expected)
  })

  test.each([
    ['Europe/Berlin', '2026-11-26', true],
    ['Europe/Berlin', '2026-11-27', false],
    ['UTC', '2026-11-26', false],
    ['UTC', '2026-11-25', true],
  ])(
    'a selection counts local days: in %s a photo of 23:30 UTC is of since %s: %s',
    (zone, edited_since, is) => {
      applySettings({ TIME_ZONE: zone })
      const photo = photoOf(1, { approved: true, edited_at: '2026-11-25T23:30:00Z' })
      const { people } = selectPeople([readyEmployee({ id: 1, photo })], filters({ edited_since }))
      expect(people.length > 0).toBe(is)
    },
  )

  test('a selection is sorted as in German: ä beside a, 9 before 10', () => {
    expect(ids({ sort: 'last_name' })).toEqual([3, 2, 4, 6, 5, 1])
    expect(ids({ sort: 'mitarbeiternummer' }).slice(0, 4)).toEqual([4, 5, 2, 3])
  })

  test('people of one family are sorted by first name, in both directions and in a search', () => {
    const family = ['Cem', 'Anna', 'Berta'].map((first_name, index) =>
      readyEmployee({ id: index + 1, first_name, last_name: 'Yılmaz' }),
    )
    const names = (changes: Partial<PeopleFilters>) =>
      selectPeople(family, filters(changes)).people.map(({ first_name }) => first_name)
    expect(names({})).toEqual(['Anna', 'Berta', 'Cem'])
    expect(names({ sort: 'last_name', dir: 'desc' })).toEqual(['Cem', 'Berta', 'Anna'])
    expect(names({ q: 'yılmaz' })).toEqual(['Anna', 'Berta', 'Cem'])
  })

  test('a selection sorts uninvited people before those who wait for a photo', () => {
    const [person] = PEOPLE.filter(({ status }) => status === 'pending')
    const people = [null, '2026-10-01T09:00:00+02:00', null].map((invited_at, index) =>
      readyEmployee({ ...person, id: index + 1, invited_at }),
    )
    const selected = selectPeople(people, filters({ sort: 'status' })).people
    expect(selected.map(({ id }) => id)).toEqual([1, 3, 2])
  })

  test('a selection puts people without the value last, in both directions', () => {
    expect(ids({ sort: 'locale' }).at(-1)).toBe(3)
    expect(ids({ sort: 'locale', dir: 'desc' }).at(-1)).toBe(3)
    expect(ids({ sort: 'edited_at', dir: 'desc' })[0]).toBe(5)
    expect(ids({ sort: 'edited_at', dir: 'desc' }).at(-1)).toBe(4)
  })

  test('a selection keeps everybody once, whatever it is sorted by', () => {
    fc.assert(
      fc.property(fc.constantFrom(...SORT_COLUMNS), fc.constantFrom('asc', 'desc'), (sort, dir) => {
        expect(ids({ sort, dir }).toSorted()).toEqual([1, 2, 3, 4, 5, 6])
      }),
    )
  })
})

describe('an order based on the previous one', () => {
  const anyone = fc.record({
    id: fc.integer({ min: 1, max: 12 }),
    last_name: fc.constantFrom('Ärmel', 'Arm', 'armin', 'Zacher', 'Müller'),
    mitarbeiternummer: fc.constantFrom('', '9', '10', '009', 'A 2'),
  })
  /** A roster that is loaded page by page and then changed: each state with its people. */
  const anyHistory = fc.array(fc.array(anyone, { maxLength: 12 }), { minLength: 1, maxLength: 5 })

  test('an order based on the previous one equals a new one, whatever changed', () => {
    fc.assert(
      fc.property(anyHistory, fc.constantFrom('last_name', 'mitarbeiternummer'), (history, sort) => {
        let before: readonly Employee[] = []
        for (const state of history) {
          const people = new Map(state.map(person => [person.id, readyEmployee(person)]))
          const roster = [...people.values()]
          const expected = selectPeople([...roster], filters({ sort })).people
          inheritOrders(roster, before)
          if (state.length % 2) prepareOrders(roster)
          expect(selectPeople(roster, filters({ sort })).people).toEqual(expected)
          before = roster
        }
      }),
    )
  })
})

describe('the address of a selection', () => {
  const anyFilters = fc.record({
    q: fc.string({ maxLength: 20 }).map(text => text.trim()),
    tile: fc.option(fc.constantFrom(...TILES), { nil: undefined }),
    locale: fc.option(fc.constantFrom('de', 'en', 'none'), { nil: undefined }),
    mitarbeiternummer: fc.option(fc.string({ minLength: 1, maxLength: 20 }), { nil: undefined }),
    edited_since: fc.option(fc.constantFrom('2026-11-03', '2024-02-29'), { nil: undefined }),
    ids: fc.option(
      fc.array(fc.integer({ min: 1, max: 999_999 }), { minLength: 1, maxLength: 600 }).map(toIdsFilter),
      { nil: undefined },
    ),
    sort: fc.option(fc.constantFrom(...SORT_COLUMNS), { nil: undefined }),
    dir: fc.constantFrom('asc', 'desc'),
    per_page: fc.constantFrom(25, 50, 100, 200),
    page: fc.integer({ min: 1, max: 9999 }),
  })

  test('the address of a selection contains every filter', () => {
    fc.assert(
      fc.property(anyFilters, asked => {
        const read = parsePeopleFilters(new URLSearchParams(toPeopleSearch(asked as PeopleFilters)))
        expect(Object.fromEntries(Object.entries(read).filter(([, value]) => value !== undefined))).toEqual(
          Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)),
        )
      }),
    )
  })

  test('the address of a plain list is empty, and any typed address is safe', () => {
    expect(toPeopleSearch(filters())).toBe('')
    expect(
      parsePeopleFilters({
        page: '-1',
        per_page: '7',
        tile: 'x',
        sort: ['email', 'last_name'],
        edited_since: 'May',
        ids: '1,,2',
      }),
    ).toEqual(filters({ sort: 'last_name' }))
  })
})

test('an approved edited photo counts as approved, and a retake as a retake, approved or not', () => {
  expect(PEOPLE.map(getPortraitStatus)).toEqual([
    'approved',
    'approved',
    'approved',
    'pending',
    'edited',
    'retake',
  ])
})

test('an unknown status is no known one, approved or not, and waits for nothing', () => {
  const people = [readyEmployee({ status: 'on_hold' }), readyEmployee({ id: 2, status: '' })]
  expect(people.map(getPortraitStatus)).toEqual(['other', 'other'])
  const { counts } = selectPeople(people, filters())
  expect(counts).toMatchObject({ all: 2, pending: 0, approved: 0, other: 2 })
  expect(selectPeople(people, filters({ tile: 'other' })).people).toEqual(people)
})

test('a pressed tile joins the others, but replaces its own part or whole', () => {
  expect(toggleTile('pending', 'retake')).toBe('pending,retake')
  expect(toggleTile('pending,retake', 'retake')).toBe('pending')
  expect(toggleTile('pending,retake', 'uninvited')).toBe('uninvited,retake')
  expect(toggleTile('uninvited', 'pending')).toBe('pending')
  expect(toggleTile('uninvited', 'uninvited')).toBeUndefined()
})
