import type { Employee } from '#lib/portrait-api/contract.ts'
import { toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { getEnv } from '#lib/settings/env.ts'
import { startOfDay } from '#lib/start-of-day.ts'
import { type PeopleFilters, type Tile, toOrder, toTiles } from './people-filters.ts'
import { findPeople } from './search/find-people.ts'
import { sortPeople } from './sort-people.ts'

/** The number of employees per tile, among those who match the other filters. */
type TileCounts = Record<Tile | 'all', number>

type Selection = {
  /** All employees who match, in order; not only one page. */
  people: Employee[]
  counts: TileCounts
  /** True when no employee matches the search exactly; these have similar names. */
  similar: boolean
}

/**
 * Selects employees by filters, and sorts them. Equally good matches of a search are sorted by last name. Employees
 * with the same value in the sorted column keep the order of the search or of ids. Those with the same last name are
 * sorted by first name. Employees without a value come last in both directions.
 */
export function selectPeople(roster: readonly Employee[], filters: PeopleFilters): Selection {
  const order = toOrder(filters)
  const byName = order ? roster : sortPeople(roster, { roster, column: 'last_name', dir: 'asc' })
  const { people: named, similar } = findPeople(byName, filters.q)
  const found = named.filter(toTest(filters))
  const tiles = toTiles(filters.tile)
  const people =
    tiles.length > 0 ? found.filter(employee => tiles.some(tile => isOnTile(employee, tile))) : found
  return {
    people: order ? sortPeople(people, { roster, ...order }) : people,
    counts: count(found),
    similar,
  }
}

/** Tests all filters except the search and the tile. Days begin in the desk's time zone, as on the screen. */
function toTest({
  locale,
  mitarbeiternummer,
  edited_since,
  ids,
}: PeopleFilters): (employee: Employee) => boolean {
  const chosen = ids === undefined ? null : new Set(ids.split(',').map(Number))
  const since = edited_since ? Date.parse(startOfDay(edited_since, { timeZone: getEnv().timeZone })) : null
  return employee => {
    if (chosen && !chosen.has(employee.id)) return false
    if (locale && (employee.locale ?? 'none') !== locale) return false
    if (mitarbeiternummer && employee.mitarbeiternummer !== mitarbeiternummer) return false
    return since === null || isSince(employee.photo.edited_at, since)
  }
}

function isOnTile(employee: Employee, tile: Tile): boolean {
  return tile === 'uninvited' ? toGlossaryTerm(employee) === tile : getPortraitStatus(employee) === tile
}

function count(people: Employee[]): TileCounts {
  const counts = { all: people.length, uninvited: 0, ...zeroes() }
  for (const employee of people) {
    const term = toGlossaryTerm(employee)
    counts[term] += 1
    // `uninvited` is a part of `pending`.
    if (term === 'uninvited') counts.pending += 1
  }
  return counts
}

function zeroes() {
  return { pending: 0, uploaded: 0, edited: 0, approved: 0, retake: 0, other: 0 }
}

function isSince(at: string | null, since: number): boolean {
  return at !== null && Date.parse(at) >= since
}
