import Link from 'next/link'
import { getTranslations } from '#lib/i18n/get-translations.ts'
import { paths } from '#lib/paths.ts'
import type { Connection, User } from '#lib/session/contract.ts'
import { BrandMark } from './brand-mark.tsx'
import { ConnectionState } from './connection-state.tsx'
import { UserMenu } from './user-menu.tsx'

type TopBarProps = { appName: string; user: User; connection: Connection }

export async function TopBar({ appName, user, connection }: TopBarProps) {
  const t = await getTranslations('app')
  return (
    <header className="sticky top-0 z-30 border-line border-b bg-panel/90 backdrop-blur-sm">
      <div className="mx-auto flex h-14 max-w-[77rem] items-center gap-4 px-4 sm:px-6">
        <Link
          href={paths.projects()}
          className="flex min-w-0 items-center gap-2.5 rounded-md font-semibold tracking-tight"
        >
          <BrandMark className="size-6 shrink-0" />
          <span className="truncate">{appName}</span>
        </Link>
        <nav aria-label={t('navigation')} className="ms-auto flex items-center gap-2 sm:gap-3">
          <ConnectionState connection={connection} />
          <UserMenu user={user} />
        </nav>
      </div>
    </header>
  )
}
