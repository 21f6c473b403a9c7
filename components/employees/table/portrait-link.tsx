'use client'

import { getInitials } from '#components/employees/edit/employee-values.ts'
import { PersonLink } from '#components/employees/person/person-link.tsx'
import { Thumbnail } from '#components/page/thumbnail.tsx'
import { avatarClass } from '#components/ui/avatar.tsx'
import { paths } from '#lib/address/paths.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { mayHandOver } from '#lib/portrait-api/portrait-status.ts'

/** The portrait above the initials: while it loads, or when it is not available, the initials are visible. */
export function PortraitLink({ employee, label }: { employee: Employee; label: string }) {
  const { id, photo } = employee
  return (
    <PersonLink
      employee={employee}
      label={label}
      initials={getInitials(employee)}
      className={avatarClass({ seed: id })}
    >
      {mayHandOver(employee) && photo.edited_at && (
        <Thumbnail key={photo.edited_at} path={paths.api.thumbnail(id, photo.edited_at)} />
      )}
    </PersonLink>
  )
}
