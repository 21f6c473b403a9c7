import type { Employee } from '#lib/portrait-api/contract.ts'
import { toGlossaryTerm } from '#lib/portrait-api/glossary.ts'
import { getPortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { getEnv } from '#lib/settings/env.ts'
import { startOfDay } from '#lib/start-of-day.ts'
import { type PeopleFilters, type Tile, toOrder, toTiles } from './people-filters.ts'
import { findPeople } from './search/find-people.ts'
import { sortPeople } from './sort-people.ts'

/** How many people each tile stands for, among those whom the other filters let through. */
type TileCounts = Record<Tile | 'all', number>

type Selection = {
  /** Everybody who fits all filters, in order; not only one page. */
  people: Employee[]
  counts: TileCounts
  /** Nobody fits the search as it was typed; these have similar names. */
  similar: boolean
}

/**
 * Whom a person asked for, in which order. Who fits a search equally well comes by last name. People who are
 * equal in the sorted column stay in the order of the search or of their ids, those of one last name in that of their first
 * names; who has no value there comes last, whichever way it is sorted.
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

/** All filters but the search and the tile. Days begin where they do on the screen: in the desk's time zone. */
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
    // Who is not invited is one of those who have sent no photo.
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
