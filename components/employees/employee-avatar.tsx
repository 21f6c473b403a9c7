import { cx } from '#components/ui/cx.ts'
import { paths } from '#lib/paths.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { Thumbnail } from './thumbnail.tsx'

const TINTS = ['tint-0', 'tint-1', 'tint-2', 'tint-3', 'tint-4', 'tint-5', 'tint-6', 'tint-7'] as const

/** The portrait over the initials: while it loads, or when it cannot be had, the initials show through. */
export function EmployeeAvatar({ employee }: { employee: Employee }) {
  const { id, photo } = employee
  return (
    <span
      aria-hidden="true"
      className={cx(
        'tint relative grid size-9 place-items-center overflow-hidden rounded-full font-semibold text-xs after:absolute after:inset-0 after:rounded-full after:inset-ring after:inset-ring-text/10',
        TINTS[id % TINTS.length],
      )}
    >
      {getInitials(employee)}
      {photo.approved && photo.edited_at && (
        <Thumbnail key={photo.edited_at} address={paths.api.thumbnail(id, photo.edited_at)} />
      )}
    </span>
  )
}

/** The first characters of both names as people see them: an accent or a surrogate pair stays whole. */
function getInitials({ first_name, last_name }: Employee): string {
  return [first_name, last_name]
    .map(name => Array.from(name.normalize('NFC'))[0] ?? '')
    .join('')
    .toUpperCase()
}
