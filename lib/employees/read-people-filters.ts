import { DeskError } from '#lib/errors.ts'
import { type PeopleFilters, parsePeopleFilters } from './people-filters.ts'

/**
 * The filters of a call, strictly: a page forgives what somebody mistyped in the address bar, but "everybody who fits"
 * must never become everybody because a filter was dropped on the way. Throws `invalid`.
 */
export function readPeopleFilters(query: Record<string, string>): PeopleFilters {
  const filters = parsePeopleFilters(new URLSearchParams(query))
  const lost = Object.entries(query).filter(
    ([name, value]) => String(Reflect.get(filters, name) ?? '') !== value.trim(),
  )
  if (lost.length === 0) return filters
  throw new DeskError('invalid', {
    errors: Object.fromEntries(lost.map(([name]) => [name, ['This is no filter.']])),
  })
}
