/** The filters of the list of downloads, all kept in the URL. */
import { countingNumber, oneOf, optionalNumber, text } from '#lib/address/address-fields.ts'
import { createAddressState } from '#lib/address/address-state.ts'
import { EXPORT_STATES } from '#lib/exports/states.ts'

const PAGE_MAX = 1_000_000

const state = createAddressState({
  project: optionalNumber(),
  /** Email address of the account that started it. */
  person: text(255),
  target: text(60),
  state: oneOf(EXPORT_STATES),
  page: countingNumber({ fallback: 1, max: PAGE_MAX }),
})

/** Never throws: a mistyped value in the address bar counts as absent. */
export const parseHistoryFilters = state.parse

/** The shortest query string of these filters. */
export const toHistorySearch = state.toSearch

export type HistoryFilters = ReturnType<typeof state.parse>

export const NO_HISTORY_FILTERS = {
  project: undefined,
  person: undefined,
  target: undefined,
  state: undefined,
} as const satisfies Partial<HistoryFilters>

/** True when a filter may hide exports. */
export function isHistoryFiltered({ page: _page, ...filters }: HistoryFilters): boolean {
  return Object.values(filters).some(value => value !== undefined)
}
