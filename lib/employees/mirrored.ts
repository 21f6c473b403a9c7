import 'server-only'
import { paths } from '#lib/address/paths.ts'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'

/** A record as it leaves the desk: exactly the service's, but photos are fetched through the desk. */
export function toMirrored(employee: Employee): Employee {
  const { photo } = employee
  return {
    ...employee,
    photo: {
      ...photo,
      standard_url: photo.standard_url && toPhotoUrl(employee.id, 'standard'),
      transparent_url: photo.transparent_url && toPhotoUrl(employee.id, 'transparent'),
    },
  }
}

/** A list as the mirror answers it: as the specification has it, and only what is missing in it is said besides. */
export function toListResponse<List extends { unreadable: number }>({ unreadable, ...list }: List) {
  return { ...list, ...(unreadable > 0 && { unreadable }) }
}

function toPhotoUrl(employeeId: number, variant: PhotoVariant): string {
  return new URL(paths.api.photo(employeeId, { variant, size: null }), getEnv().appUrl).href
}
