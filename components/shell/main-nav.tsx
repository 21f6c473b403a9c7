'use client'

import { usePathname } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { cx } from '#components/ui/cx.ts'
import { Link } from '#components/ui/link.tsx'
import type { DeskPage } from './pages.ts'

type MainNavProps = { pages: DeskPage[]; look: 'bar' | 'list' }

/** The main pages, side by side in the bar or below each other in the menu. */
export function MainNav({ pages, look }: MainNavProps) {
  const t = useTranslations('shell')
  const pathname = usePathname()
  return (
    <nav aria-label={t('navigation')}>
      <ul className={look === 'bar' ? 'flex items-center gap-0.5' : 'grid gap-0.5'}>
        {pages.map(({ key, href }) => {
          const here = pathname === href || pathname.startsWith(`${href}/`)
          return (
            <li key={key}>
              <Link
                href={href}
                aria-current={pathname === href ? 'page' : here || undefined}
                className={cx(
                  'flex items-center rounded-md transition-colors hover:bg-sunken hover:text-text',
                  look === 'bar' ? 'h-8 px-2 text-sm' : 'h-11 px-2.5 text-base',
                  here ? 'font-medium text-text' : 'text-muted',
                )}
              >
                {t(`pages.${key}`)}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
