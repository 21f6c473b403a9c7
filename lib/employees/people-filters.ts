/** The filters of the employee desk. All of them are in the URL, read and written by one schema. */
import {
  countingNumber,
  day,
  idList,
  oneNumberOf,
  oneOf,
  oneOfOr,
  searchText,
  someOf,
  text,
  toWordList,
} from '#lib/address/address-fields.ts'
import { createAddressState } from '#lib/address/address-state.ts'
import type { PortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import { LOCALES, MITARBEITERNUMMER_MAX } from '#lib/portrait-api/terms.ts'

export const PAGE_SIZES = [25, 50, 100, 200] as const
const PAGE_SIZE_DEFAULT = 50
export const SEARCH_MAX = 100
/** Maximum number of chosen employees in the address; with more it would be too long for proxies. */
export const IDS_MAX = 500

/** The tiles above the table: each is a count and a filter. `uninvited` is a part of `pending`. */
export const TILES = [
  'pending',
  'uninvited',
  'uploaded',
  'edited',
  'approved',
  'retake',
  'other',
] as const satisfies readonly (PortraitStatus | 'uninvited')[]
export const SORT_COLUMNS = [
  'mitarbeiternummer',
  'first_name',
  'last_name',
  'email',
  'locale',
  'status',
  'invited_at',
  'uploaded_at',
  'edited_at',
] as const

const state = createAddressState({
  q: searchText(SEARCH_MAX),
  /** One or several tiles, which are joined by "or". See `toTiles`. */
  tile: someOf(TILES),
  locale: oneOf([...LOCALES, 'none']),
  mitarbeiternummer: text(MITARBEITERNUMMER_MAX),
  /** A day; matches employees whose photo was edited on it or later. */
  edited_since: day(),
  /** Only these employees: used by links from the check before an export. */
  ids: idList(IDS_MAX),
  /** Default: best match first; without a search, by last name (`toOrder`). */
  sort: oneOf(SORT_COLUMNS),
  dir: oneOfOr(['asc', 'desc'], 'asc'),
  per_page: oneNumberOf(PAGE_SIZES, PAGE_SIZE_DEFAULT),
  page: countingNumber({ fallback: 1 }),
})

/** Never throws: an invalid value in the address counts as not given, and the last of repeated values counts. */
export const parsePeopleFilters = state.parse

/** The shortest query string of these filters; defaults are left out. */
export const toPeopleSearch = state.toSearch

/** The column to sort by: the requested one, else the last name. Null: best match first. */
export function toOrder({
  q,
  sort,
  dir,
}: Pick<PeopleFilters, 'q' | 'sort' | 'dir'>): { column: SortColumn; dir: 'asc' | 'desc' } | null {
  if (sort) return { column: sort, dir }
  return q.trim() === '' ? { column: 'last_name', dir } : null
}

export type Tile = (typeof TILES)[number]
export type SortColumn = (typeof SORT_COLUMNS)[number]
export type PeopleFilters = ReturnType<typeof state.parse>

/** The chosen tiles of `filters.tile`; none means all employees. */
export function toTiles(tile: string | undefined): Tile[] {
  const chosen = tile?.split(',') ?? []
  return TILES.filter(name => chosen.includes(name))
}

/** `uninvited` is a part of `pending`: with both chosen, the part would change nothing, so one replaces the other. */
const INSTEAD_OF: Partial<Record<Tile, Tile>> = { pending: 'uninvited', uninvited: 'pending' }

/** The same filter with this tile, or without it when it was chosen. */
export function toggleTile(tile: string | undefined, toggled: Tile): string | undefined {
  const chosen = toTiles(tile)
  const others = chosen.filter(name => name !== toggled)
  if (chosen.includes(toggled)) return toWordList(TILES, others)
  return toWordList(TILES, [...others.filter(name => name !== INSTEAD_OF[toggled]), toggled])
}

/** The value of `ids`; only the first `IDS_MAX` of more employees. */
export function toIdsFilter(employeeIds: readonly number[]): string {
  return employeeIds.slice(0, IDS_MAX).join(',')
}
