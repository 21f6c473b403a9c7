import 'server-only'
import { paths } from '#lib/address/paths.ts'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'

/** Converts a record for the mirror: exactly the service's, but with photo addresses of the desk. */
export function toMirrored(employee: Employee): Employee {
  return withPhotosAt(employee, path => getEnv().appUrl + path)
}

/** Converts a record for the desk's own pages, with relative addresses: a list of fifty is a sixth smaller. */
export function toShown(employee: Employee): Employee {
  return withPhotosAt(employee, path => path)
}

/** Converts a list for the mirror: as specified, with `unreadable` only when records are missing. */
export function toListResponse<List extends { unreadable: number }>({ unreadable, ...list }: List) {
  return { ...list, ...(unreadable > 0 && { unreadable }) }
}

function withPhotosAt(employee: Employee, toUrl: (path: string) => string): Employee {
  const { id } = employee
  const { approval_unread: _, ...photo } = employee.photo
  const urlOf = (variant: PhotoVariant) => toUrl(paths.api.photo(id, { variant, size: null }))
  return {
    ...employee,
    photo: {
      ...photo,
      standard_url: photo.standard_url && urlOf('standard'),
      transparent_url: photo.transparent_url && urlOf('transparent'),
    },
  }
}
