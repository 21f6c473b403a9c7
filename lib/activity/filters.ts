/** What a person asked the page *Activity* to show: it stands in the address. */
import { countingNumber, day, oneOf, optionalNumber, text } from '#lib/address/address-fields.ts'
import { createAddressState } from '#lib/address/address-state.ts'
import { ACTIVITY_ACTIONS } from '#lib/store/words.ts'

export const ACTIVITY_PER_PAGE = 50
export const ACTOR_MAX = 255
export const SEARCH_MAX = 100
export const BULK_MAX = 60

const state = createAddressState({
  /** E-mail of who did it. */
  actor: text(ACTOR_MAX),
  action: oneOf(ACTIVITY_ACTIONS),
  employee: optionalNumber(),
  /** Name or number of somebody whom an entry concerns. */
  q: text(SEARCH_MAX),
  /** What was done to each person in one change to many. */
  bulk: text(BULK_MAX),
  project: optionalNumber(),
  /** Days, both of them included, in the desk's time zone. */
  from: day(),
  to: day(),
  page: countingNumber({ fallback: 1 }),
})

export type ActivityFilters = Partial<ReturnType<typeof state.parse>>

/** Never throws: what a person mistyped in the address bar counts as not given, and of repeated values the last counts. */
export const parseActivityFilters = state.parse

/** The shortest query string of these filters. */
export const toActivitySearch = state.toSearch

/** Whether anything may be hidden by a filter. */
export function isActivityFiltered({ page: _page, ...filters }: ActivityFilters): boolean {
  return Object.values(filters).some(value => value !== undefined)
}
