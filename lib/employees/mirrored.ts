import 'server-only'
import { getEnv } from '#lib/env.ts'
import { paths } from '#lib/paths.ts'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'

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
