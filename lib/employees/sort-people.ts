import { compareText } from '#lib/i18n/compare-text.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { GLOSSARY_TERMS, toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import type { SortColumn } from './people-filters.ts'

type Key = string | number
/** Rank of each employee in the order of a column. Equal ones share a rank, and those without a value are missing. */
type Places = Map<Employee, number>

type Orders = {
  places: Map<SortColumn, Places>
  /** Orders of the previous roster: a nearly sorted list is sorted very fast. */
  before: ReadonlyMap<SortColumn, Places>
}

/**
 * The orders of each state of a roster, because comparing 5,000 texts by German rules takes 40 ms. See
 * docs/decisions/015-search-and-order.md.
 */
const known = new WeakMap<readonly Employee[], Orders>()

/** The columns whose sorting takes noticeably long. */
const TEXT_COLUMNS = ['mitarbeiternummer', 'last_name', 'first_name', 'email'] as const satisfies SortColumn[]

type Order = { roster: readonly Employee[]; column: SortColumn; dir: 'asc' | 'desc' }

/**
 * Sorts employees of a roster by a column. Equal ones keep their order, but equal last names are sorted by first name.
 * Employees without a value come last in both directions.
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

/** Bases the orders of a roster on those of its previous state, before a page or a change. */
export function inheritOrders(roster: readonly Employee[], from: readonly Employee[]): void {
  const { places, before } = getOrders(from)
  known.set(roster, { places: new Map(), before: new Map([...before, ...places]) })
}

/**
 * Sorts by all text columns now, so that the first sort by a user is fast. Done per page: 5,000 new employees take 40
 * ms per column, and 200 among many sorted ones take 2.
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

/** Lists the employees who were sorted before in that order, then all others. */
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
