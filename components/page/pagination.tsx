'use client'

import type { MouseEvent, ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from '#components/ui/button.tsx'
import { Select } from '#components/ui/field/select.tsx'
import { Icon } from '#components/ui/icon.ts'
import { ChevronLeftIcon, ChevronRightIcon } from '#components/ui/icons.ts'
import { toAddress } from '#lib/address/base-path.ts'

type PaginationProps = {
  label: string
  /** "Page 1 of 14 · 700 people". */
  summary: string
  page: number
  pages: number
  hrefOf: (page: number) => string
  onPage: (page: number) => void
  size?: { value: number; options: readonly number[]; onChange: (size: number) => void }
}

export function Pagination({ label, summary, page, pages, hrefOf, onPage, size }: PaginationProps) {
  const t = useTranslations('ui.pagination')
  const turn = { pages, hrefOf, onPage }
  return (
    <nav
      aria-label={label}
      data-turns-pages
      className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2"
    >
      <p className="text-muted tabular-nums" data-testid="page-summary">
        {summary}
      </p>
      <div className="flex items-center gap-2">
        {size && (
          <Select
            aria-label={t('size')}
            title={t('size')}
            className="h-8 ps-2.5"
            value={size.value}
            onChange={event => size.onChange(Number(event.target.value))}
          >
            {[...new Set([...size.options, size.value])]
              .toSorted((a, b) => a - b)
              .map(option => (
                <option key={option} value={option}>
                  {option}
                </option>
              ))}
          </Select>
        )}
        <PageLink label={t('previous')} page={page - 1} {...turn}>
          <Icon of={ChevronLeftIcon} className="rtl:rotate-180" />
        </PageLink>
        <PageLink label={t('next')} page={page + 1} {...turn}>
          <Icon of={ChevronRightIcon} className="rtl:rotate-180" />
        </PageLink>
      </div>
    </nav>
  )
}

type PageLinkProps = Pick<PaginationProps, 'page' | 'pages' | 'hrefOf' | 'onPage'> & {
  label: string
  children: ReactNode
}

/**
 * A real link, so that it also opens in a new tab; an ordinary click changes the address without loading a new page.
 */
function PageLink({ label, page, pages, hrefOf, onPage, children }: PageLinkProps) {
  const there = page >= 1 && page <= pages

  function turn(event: MouseEvent) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    if (there) onPage(page)
  }

  return (
    <a
      href={there ? toAddress(hrefOf(page)) : '#content'}
      aria-label={label}
      aria-disabled={there ? undefined : true}
      title={label}
      onClick={turn}
      className={buttonClass({ size: 'icon', className: 'aria-disabled:opacity-40' })}
    >
      {children}
    </a>
  )
}
