import { compareText } from '#lib/i18n/compare-text.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import type { SortColumn } from './people-filters.ts'
import { getStanding, STANDINGS } from './standing.ts'

type Key = string | number
/** Where each person stands in the order of a column; equal ones share a place, and who has no value is missing. */
type Places = Map<Employee, number>

/** Comparing 5,000 texts by German rules takes 20 ms, so it is done once for each state of a roster. */
const known = new WeakMap<readonly Employee[], Map<SortColumn, Places>>()

export type Order = { roster: readonly Employee[]; column: SortColumn; dir: 'asc' | 'desc' }

/**
 * These people of a roster in the order of a column. Who is equal there stays in the order that they come in; who has
 * no value there comes last, whichever way it is sorted.
 */
export function sortPeople(people: readonly Employee[], { roster, column, dir }: Order): Employee[] {
  const places = getPlaces(roster, column)
  const sign = dir === 'asc' ? 1 : -1
  const toRank = (employee: Employee) => {
    const place = places.get(employee)
    return place === undefined ? roster.length : sign * place
  }
  return people
    .map(employee => ({ employee, rank: toRank(employee) }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ employee }) => employee)
}

function getPlaces(roster: readonly Employee[], column: SortColumn): Places {
  const columns = known.get(roster) ?? new Map<SortColumn, Places>()
  known.set(roster, columns)
  const places = columns.get(column) ?? toPlaces(roster, column)
  columns.set(column, places)
  return places
}

function toPlaces(roster: readonly Employee[], column: SortColumn): Places {
  const keyed = roster.flatMap(employee => {
    const key = toSortKey(employee, column)
    return key === null ? [] : [{ employee, key }]
  })
  keyed.sort((a, b) => compare(a.key, b.key))
  const places: Places = new Map()
  let place = 0
  for (const [index, { employee, key }] of keyed.entries()) {
    const previous = keyed[index - 1]
    if (previous && compare(previous.key, key) !== 0) place += 1
    places.set(employee, place)
  }
  return places
}

function compare(a: Key, b: Key): number {
  if (typeof a === 'number' || typeof b === 'number') return Number(a) - Number(b)
  return compareText(a, b)
}

function toSortKey(employee: Employee, column: SortColumn): Key | null {
  switch (column) {
    case 'standing':
      return STANDINGS.indexOf(getStanding(employee))
    case 'edited_at':
      return toTime(employee.photo.edited_at)
    case 'invited_at':
    case 'uploaded_at':
      return toTime(employee[column])
    default:
      return employee[column] || null
  }
}

function toTime(at: string | null): number | null {
  return at === null ? null : Date.parse(at)
}
