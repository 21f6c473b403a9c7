/** The employee table's state in the URL: the same names as the service's own parameters (section 4). */
import { countingNumber, oneOf, text } from '#lib/address/address-fields.ts'
import { createAddressState } from '#lib/address/address-state.ts'
import {
  EMPLOYEE_STATUSES,
  MITARBEITERNUMMER_MAX,
  PER_PAGE_DEFAULT,
  PER_PAGE_MAX,
} from '#lib/portrait-api/terms.ts'

export const PAGE_SIZES = [25, 50, 100, 200] as const

const state = createAddressState({
  status: oneOf(EMPLOYEE_STATUSES),
  mitarbeiternummer: text(MITARBEITERNUMMER_MAX),
  photo_ready: oneOf(['1']),
  per_page: countingNumber({ fallback: PER_PAGE_DEFAULT, max: PER_PAGE_MAX }),
  page: countingNumber({ fallback: 1 }),
})

export type EmployeeFilters = ReturnType<typeof state.parse>

export const parseEmployeeFilters = state.parse

/** The shortest query string of these filters; defaults are left out. */
export const toEmployeeSearch = state.toSearch
