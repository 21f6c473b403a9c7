import 'server-only'
import { paths } from '#lib/address/paths.ts'
import type { Employee, PhotoVariant } from '#lib/portrait-api/contract.ts'
import { getEnv } from '#lib/settings/env.ts'

/** A record as it leaves the desk: exactly the service's, but photos are fetched through the desk. */
export function toMirrored(employee: Employee): Employee {
  return withPhotosAt(employee, path => getEnv().appUrl + path)
}

/** The same for the desk's own pages, which know where they are: a list of fifty is a sixth smaller. */
export function toShown(employee: Employee): Employee {
  return withPhotosAt(employee, path => path)
}

/** A list as the mirror answers it: as the specification has it, and only what is missing in it is said besides. */
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
