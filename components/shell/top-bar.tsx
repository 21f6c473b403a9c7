import { type ReactNode, Suspense } from 'react'
import { cx } from '#components/ui/cx.ts'
import { Link } from '#components/ui/link.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { paths } from '#lib/address/paths.ts'
import type { User } from '#lib/contracts/session.ts'
import type { Theme } from '#lib/preferences/themes.ts'
import type { ServiceState } from '#lib/service/contract.ts'
import { BrandMark } from './brand-mark.tsx'
import { ConnectionState } from './connection-state.tsx'
import { MainNav } from './main-nav.tsx'
import { MenuSheet } from './menu-sheet.tsx'
import type { DeskPage } from './pages.ts'
import { LanguageMenu, ThemeMenu } from './preference-menus.tsx'
import { UserMenu } from './user-menu.tsx'

type TopBarProps = {
  appName: string
  user: User
  /** State of the service; undefined without a key. */
  service: ServiceState | undefined
  pages: DeskPage[]
  theme: Theme
  /** Switcher between projects, if the service is connected. */
  switcher: ReactNode
  /** Further buttons of the bar. */
  tools: ReactNode
}

/** On the smallest screens the project's name replaces the logo: the menu links to the projects as well. */
export function TopBar({ appName, user, service, pages, theme, switcher, tools }: TopBarProps) {
  return (
    <header className="top-bar sticky top-0 z-30 border-line border-b bg-panel">
      <div className="mx-auto flex h-14 max-w-[77rem] items-center gap-1 px-4 sm:px-6">
        <Link
          href={paths.projects()}
          className={cx(
            'flex shrink-0 items-center gap-2.5 rounded-md font-semibold tracking-tight',
            service && 'max-[24rem]:hidden',
          )}
        >
          <BrandMark className="size-6 shrink-0" />
          <span className="max-w-48 truncate max-sm:sr-only">{appName}</span>
        </Link>
        {service && (
          <div className="flex min-w-0 items-center lg:w-56 xl:w-72">
            <span aria-hidden="true" className="mx-2 h-5 w-px shrink-0 bg-line last:hidden max-sm:hidden" />
            <Suspense fallback={<Skeleton shape="box" className="mx-2.5 my-2 h-4 w-32" />}>
              {switcher}
            </Suspense>
          </div>
        )}
        <div className="shrink-0 max-lg:hidden">
          <MainNav pages={pages} look="bar" />
        </div>
        <div className="ms-auto flex shrink-0 items-center gap-0.5">
          <div className="min-w-0 max-lg:has-data-calm:hidden">
            <ConnectionState initial={service} look="bar" />
          </div>
          {tools}
          <span className="contents max-lg:hidden">
            <LanguageMenu />
            <ThemeMenu theme={theme} />
          </span>
          <UserMenu user={user} />
          <MenuSheet pages={pages} theme={theme} service={service} />
        </div>
      </div>
    </header>
  )
}
