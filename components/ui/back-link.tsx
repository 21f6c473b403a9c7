import { Icon } from './icon.ts'
import { ChevronLeftIcon } from './icons.ts'
import { Link } from './link.tsx'
import { UserText } from './user-text.tsx'

/** Link to the parent page: the desk is never deeper than that, so it needs no longer trail. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Link
      href={href}
      className="-ms-1 inline-flex min-h-6 w-fit items-center gap-0.5 rounded-sm pe-1 text-muted text-sm transition-colors hover:text-text"
    >
      <Icon of={ChevronLeftIcon} className="rtl:rotate-180" />
      <UserText>{label}</UserText>
    </Link>
  )
}
