/** What a person asked the employee desk to show: everything here stands in the URL, read and written by one schema. */
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
/** Chosen people stand in the address one by one; with more it would be longer than proxies take. */
export const IDS_MAX = 500

/** The tiles above the table: each is a count and a filter. Who is not invited stands behind those who have sent no photo. */
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
  /** One or several: whoever is on any of them. See `toTiles`. */
  tile: someOf(TILES),
  locale: oneOf([...LOCALES, 'none']),
  mitarbeiternummer: text(MITARBEITERNUMMER_MAX),
  /** A day; people whose photo was edited on it or later. */
  edited_since: day(),
  /** These people alone: where the check before an export leads to. */
  ids: idList(IDS_MAX),
  /** Without it: the best match first; without a search by last name (`toOrder`). */
  sort: oneOf(SORT_COLUMNS),
  dir: oneOfOr(['asc', 'desc'], 'asc'),
  per_page: oneNumberOf(PAGE_SIZES, PAGE_SIZE_DEFAULT),
  page: countingNumber({ fallback: 1 }),
})

/** Never throws: what a person mistyped in the address bar counts as not given, and of repeated values the last counts. */
export const parsePeopleFilters = state.parse

/** The shortest query string of these filters; defaults are left out. */
export const toPeopleSearch = state.toSearch

/** The column by which they are ordered: the one that was asked for, else the last name. Null: the best match first. */
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

/** The chosen tiles of `filters.tile`; none means everybody. */
export function toTiles(tile: string | undefined): Tile[] {
  const chosen = tile?.split(',') ?? []
  return TILES.filter(name => chosen.includes(name))
}

/** Who is not invited is some of those who have sent no photo: beside the whole, the part would change nothing. */
const INSTEAD_OF: Partial<Record<Tile, Tile>> = { pending: 'uninvited', uninvited: 'pending' }

/** The same filter with this tile, or without it when it was chosen. */
export function toggleTile(tile: string | undefined, toggled: Tile): string | undefined {
  const chosen = toTiles(tile)
  const others = chosen.filter(name => name !== toggled)
  if (chosen.includes(toggled)) return toWordList(TILES, others)
  return toWordList(TILES, [...others.filter(name => name !== INSTEAD_OF[toggled]), toggled])
}

/** For `ids`; of very many people the first. */
export function toIdsFilter(employeeIds: readonly number[]): string {
  return employeeIds.slice(0, IDS_MAX).join(',')
}
