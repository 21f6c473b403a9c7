import { Avatar } from '#components/ui/avatar.tsx'
import { paths } from '#lib/paths.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getInitials } from './initials.ts'
import { Thumbnail } from './thumbnail.tsx'

/** The portrait over the initials: while it loads, or when it cannot be had, the initials show through. */
export function EmployeeAvatar({ employee }: { employee: Employee }) {
  const { id, photo } = employee
  return (
    <Avatar initials={getInitials(employee)} seed={id}>
      {photo.approved && photo.edited_at && (
        <Thumbnail key={photo.edited_at} address={paths.api.thumbnail(id, photo.edited_at)} />
      )}
    </Avatar>
  )
}
