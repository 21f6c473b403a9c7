import { DeskError } from '#lib/errors.ts'
import { type PeopleFilters, parsePeopleFilters } from './people-filters.ts'

/**
 * Parses the filters of a call strictly. A page ignores invalid values in the address bar, but "all who match" must
 * never become all employees because a filter was dropped. Throws `invalid`.
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
