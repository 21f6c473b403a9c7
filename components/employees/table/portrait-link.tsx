'use client'

import { useCallback } from 'react'
import { getInitials } from '#components/employees/edit/employee-values.ts'
import { PersonLink } from '#components/employees/person/person-link.tsx'
import { avatarClass } from '#components/ui/avatar.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { mayHandOver } from '#lib/portrait-api/portrait-status.ts'
import { loadWhenSeen } from './load-when-seen.ts'

/** The portrait over the initials: while it loads, or when it cannot be had, the initials show through. */
export function PortraitLink({ employee }: { employee: Employee }) {
  const { id, photo } = employee
  return (
    <PersonLink employee={employee} initials={getInitials(employee)} className={avatarClass({ seed: id })}>
      {mayHandOver(employee) && photo.edited_at && (
        <Thumbnail key={photo.edited_at} address={toAddress(paths.api.thumbnail(id, photo.edited_at))} />
      )}
    </PersonLink>
  )
}

/** The portrait, as soon as it can be had; nothing as long as it cannot. */
function Thumbnail({ address }: { address: string }) {
  const attach = useCallback(
    (image: HTMLImageElement | null) => (image ? loadWhenSeen(image, address) : undefined),
    [address],
  )
  return (
    // biome-ignore lint/performance/noImgElement: the desk makes its own thumbnails; Next's optimiser is off.
    <img ref={attach} alt="" width={36} height={36} decoding="async" className="face" />
  )
}
