/** The employee table's state in the URL: the same names as the service's own parameters (section 4). */
import { z } from 'zod/mini'
import {
  EMPLOYEE_STATUSES,
  MITARBEITERNUMMER_MAX,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
} from '#lib/portrait-api/contract.ts'

export const PAGE_SIZES = [25, 50, 100, 200] as const

const filtersSchema = z.object({
  status: z.catch(z.optional(z.enum(EMPLOYEE_STATUSES)), undefined),
  mitarbeiternummer: z.catch(
    z.optional(z.string().check(z.minLength(1), z.maxLength(MITARBEITERNUMMER_MAX))),
    undefined,
  ),
  photo_ready: z.catch(z.optional(z.literal('1')), undefined),
  per_page: z.catch(
    z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PER_PAGE_MAX)),
    PER_PAGE_DEFAULT,
  ),
  page: z.catch(z.coerce.number().check(z.int(), z.minimum(1)), 1),
})

export type EmployeeFilters = z.infer<typeof filtersSchema>
export type SearchParams = Record<string, string | string[] | undefined>

/** Never throws: what a person mistyped in the address bar counts as not given, and of repeated values the last counts. */
export function parseEmployeeFilters(searchParams: SearchParams | URLSearchParams): EmployeeFilters {
  const given = searchParams instanceof URLSearchParams ? [...searchParams] : Object.entries(searchParams)
  return filtersSchema.parse(Object.fromEntries(given.map(([name, value]) => [name, toLast(value)])))
}

/** The shortest query string of these filters; defaults are left out. */
export function toEmployeeSearch(filters: Partial<EmployeeFilters>): string {
  const search = new URLSearchParams()
  if (filters.status) search.set('status', filters.status)
  if (filters.mitarbeiternummer) search.set('mitarbeiternummer', filters.mitarbeiternummer)
  if (filters.photo_ready) search.set('photo_ready', filters.photo_ready)
  if (filters.per_page && filters.per_page !== PER_PAGE_DEFAULT)
    search.set('per_page', String(filters.per_page))
  if (filters.page && filters.page !== 1) search.set('page', String(filters.page))
  return search.toString()
}

function toLast(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value.at(-1) : value
}
