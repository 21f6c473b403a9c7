/** What a person asked the list of projects to show: all of it stands in the URL. */
import { flag, searchText } from '#lib/address/address-fields.ts'
import { createAddressState } from '#lib/address/address-state.ts'

export const PROJECT_SEARCH_MAX = 100

const state = createAddressState({ q: searchText(PROJECT_SEARCH_MAX), archived: flag() })

export type ProjectFilters = ReturnType<typeof state.parse>

export const parseProjectFilters = state.parse
