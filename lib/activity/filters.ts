/** Filters of the *Activity* page, as they are in its address. */
import { countingNumber, day, oneOf, optionalNumber, text } from '#lib/address/address-fields.ts'
import { createAddressState } from '#lib/address/address-state.ts'
import { ACTIVITY_ACTIONS } from '#lib/store/enums.ts'

export const ACTIVITY_PER_PAGE = 50
export const ACTOR_MAX = 255
export const SEARCH_MAX = 100
export const BULK_MAX = 60

const state = createAddressState({
  /** E-mail of the actor. */
  actor: text(ACTOR_MAX),
  action: oneOf(ACTIVITY_ACTIONS),
  employee: optionalNumber(),
  /** Name or number of a person in an entry. */
  q: text(SEARCH_MAX),
  /** Id of one change to many people: shows its entry for each person. */
  bulk: text(BULK_MAX),
  project: optionalNumber(),
  /** Days in the desk's time zone, both included. */
  from: day(),
  to: day(),
  page: countingNumber({ fallback: 1 }),
})

export type ActivityFilters = Partial<ReturnType<typeof state.parse>>

/** Never throws: an invalid value in the address counts as missing, and the last of repeated values counts. */
export const parseActivityFilters = state.parse

/** The shortest query string of these filters. */
export const toActivitySearch = state.toSearch

/** True when a filter may hide entries. */
export function isActivityFiltered({ page: _page, ...filters }: ActivityFilters): boolean {
  return Object.values(filters).some(value => value !== undefined)
}
