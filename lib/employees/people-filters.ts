/** What a person asked the employee desk to show: everything here stands in the URL, read and written by one schema. */
import { z } from 'zod/mini'
import { LOCALES, MITARBEITERNUMMER_MAX } from '#lib/portrait-api/contract.ts'
import { STANDINGS } from './standing.ts'

export const PAGE_SIZES = [25, 50, 100, 200] as const
export const PAGE_SIZE_DEFAULT = 50
export const SEARCH_MAX = 100

/** The tiles above the table: each is a count and a filter. */
export const TILES = [...STANDINGS, 'uninvited'] as const
export const SORT_COLUMNS = [
  'mitarbeiternummer',
  'first_name',
  'last_name',
  'email',
  'locale',
  'standing',
  'invited_at',
  'uploaded_at',
  'edited_at',
] as const

const peopleFiltersSchema = z.object({
  q: z.catch(z.string().check(z.trim(), z.maxLength(SEARCH_MAX)), ''),
  tile: z.catch(z.optional(z.enum(TILES)), undefined),
  locale: z.catch(z.optional(z.enum([...LOCALES, 'none'])), undefined),
  mitarbeiternummer: z.catch(
    z.optional(z.string().check(z.minLength(1), z.maxLength(MITARBEITERNUMMER_MAX))),
    undefined,
  ),
  /** A day; people whose photo was edited on it or later. */
  edited_since: z.catch(z.optional(z.iso.date()), undefined),
  /** Without it: the best match first, or by id as the service lists them. */
  sort: z.catch(z.optional(z.enum(SORT_COLUMNS)), undefined),
  dir: z.catch(z.enum(['asc', 'desc']), 'asc'),
  per_page: z.catch(
    z.pipe(z.coerce.number(), z.union(PAGE_SIZES.map(size => z.literal(size)))),
    PAGE_SIZE_DEFAULT,
  ),
  page: z.catch(z.coerce.number().check(z.int(), z.minimum(1)), 1),
})

const DEFAULTS = { q: '', dir: 'asc', per_page: PAGE_SIZE_DEFAULT, page: 1 } as const

export type Tile = (typeof TILES)[number]
export type SortColumn = (typeof SORT_COLUMNS)[number]
export type PeopleFilters = z.infer<typeof peopleFiltersSchema>
export type SearchParams = Record<string, string | string[] | undefined>

/** Never throws: what a person mistyped in the address bar counts as not given, and of repeated values the last counts. */
export function parsePeopleFilters(searchParams: SearchParams | URLSearchParams): PeopleFilters {
  const given = searchParams instanceof URLSearchParams ? [...searchParams] : Object.entries(searchParams)
  return peopleFiltersSchema.parse({
    q: '',
    ...Object.fromEntries(given.map(([name, value]) => [name, Array.isArray(value) ? value.at(-1) : value])),
  })
}

/** The shortest query string of these filters; defaults are left out. */
export function toPeopleSearch(filters: Partial<PeopleFilters>): string {
  const search = new URLSearchParams()
  for (const name of z.keyof(peopleFiltersSchema).options) {
    const value = filters[name]
    if (value !== undefined && value !== Reflect.get(DEFAULTS, name)) search.set(name, String(value))
  }
  return search.toString()
}
