import { compareText } from '#lib/i18n/compare-text.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { GLOSSARY_TERMS, toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import type { SortColumn } from './people-filters.ts'

type Key = string | number
/** Where each person stands in the order of a column; equal ones share a place, and who has no value is missing. */
type Places = Map<Employee, number>

type Orders = {
  places: Map<SortColumn, Places>
  /** Orders of what the roster was before: what is nearly sorted is sorted in no time. */
  before: ReadonlyMap<SortColumn, Places>
}

/**
 * Comparing 5,000 texts by German rules takes 40 ms, so it is done once for each state of a roster.
 * See docs/decisions/015-search-and-order.md.
 */
const known = new WeakMap<readonly Employee[], Orders>()

/** The columns whose order takes long enough to be noticed. */
const TEXT_COLUMNS = ['mitarbeiternummer', 'last_name', 'first_name', 'email'] as const satisfies SortColumn[]

type Order = { roster: readonly Employee[]; column: SortColumn; dir: 'asc' | 'desc' }

/**
 * These people of a roster in the order of a column. Who is equal there stays in the order that they come in, but one last
 * name is a family: its first names are in order too. Who has no value there comes last, whichever way it is sorted.
 */
export function sortPeople(people: readonly Employee[], { roster, column, dir }: Order): Employee[] {
  const sign = dir === 'asc' ? 1 : -1
  const toRank = (of: SortColumn) => {
    const places = getPlaces(roster, of)
    return (employee: Employee) => {
      const place = places.get(employee)
      return place === undefined ? roster.length : sign * place
    }
  }
  const rankOf = toRank(column)
  const nextOf = column === 'last_name' ? toRank('first_name') : () => 0
  return people
    .map(employee => ({ employee, rank: rankOf(employee), next: nextOf(employee) }))
    .sort((a, b) => a.rank - b.rank || a.next - b.next)
    .map(({ employee }) => employee)
}

/** Lets the orders of a roster begin from those of what it was before a page or a change came. */
export function inheritOrders(roster: readonly Employee[], from: readonly Employee[]): void {
  const { places, before } = getOrders(from)
  known.set(roster, { places: new Map(), before: new Map([...before, ...places]) })
}

/**
 * Sorts by all texts now, so that nobody's first press on a head waits for it: page by page, because 5,000 people who
 * are new take 40 ms for each column, and 200 among many who are sorted take 2.
 */
export function prepareOrders(roster: readonly Employee[]): void {
  for (const column of TEXT_COLUMNS) getPlaces(roster, column)
}

function getOrders(roster: readonly Employee[]): Orders {
  const orders = known.get(roster) ?? { places: new Map(), before: new Map() }
  known.set(roster, orders)
  return orders
}

function getPlaces(roster: readonly Employee[], column: SortColumn): Places {
  const { places: columns, before } = getOrders(roster)
  const places = columns.get(column) ?? toPlaces(sortAsBefore(roster, before.get(column)), column)
  columns.set(column, places)
  return places
}

/** First those who were sorted before, as they are now, then everybody else. */
function sortAsBefore(roster: readonly Employee[], before: Places | undefined): readonly Employee[] {
  if (!before) return roster
  const left = new Map(roster.map(employee => [employee.id, employee]))
  const sorted: Employee[] = []
  for (const { id } of before.keys()) {
    const employee = left.get(id)
    if (employee) sorted.push(employee)
    left.delete(id)
  }
  return [...sorted, ...left.values()]
}

function toPlaces(people: readonly Employee[], column: SortColumn): Places {
  const keyed = people.flatMap(employee => {
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
    case 'status':
      return GLOSSARY_TERMS.indexOf(toGlossaryTerm(employee))
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
