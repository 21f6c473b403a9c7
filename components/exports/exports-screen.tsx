'use client'

import Link from 'next/link'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { PageHeader } from '#components/shell/page-header.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { DownloadIcon } from '#components/ui/icons.ts'
import { Pagination } from '#components/ui/pagination.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { paths } from '#lib/paths.ts'
import { ExportsTable } from './exports-table.tsx'
import type { ExportsPageData } from './load-exports-page.ts'

/** What was downloaded when, by whom, for which system, and what has changed since? */
export function ExportsScreen({ page: { data, meta }, targets }: ExportsPageData) {
  const t = useTranslations('exports.history')
  const router = useRouter()
  const { current_page: page, last_page: pages, total } = meta
  const hrefOf = (page: number) => paths.exports({ page })
  return (
    <>
      <PageHeader title={t('title')} facts={<span>{t('facts')}</span>} />
      <div className="mt-5 grid gap-4">
        <Panel>
          {data.length > 0 ? (
            <ExportsTable exports={data} targets={targets} />
          ) : total > 0 ? (
            <EmptyState
              title={t('pageGone.title')}
              action={
                <Link href={hrefOf(pages)} className={buttonClass()}>
                  {t('pageGone.action')}
                </Link>
              }
            >
              {t('pageGone.text', { last: pages })}
            </EmptyState>
          ) : (
            <EmptyState
              title={t('empty.title')}
              mark={<DownloadIcon />}
              action={
                <Link href={paths.projects()} className={buttonClass({ variant: 'primary' })}>
                  {t('empty.action')}
                </Link>
              }
            >
              {t('empty.text')}
            </EmptyState>
          )}
        </Panel>
        {data.length > 0 && (
          <Pagination
            label={t('pages')}
            summary={t('summary', { page, pages, total })}
            page={page}
            pages={pages}
            hrefOf={hrefOf}
            onPage={there => router.push(hrefOf(there))}
          />
        )}
      </div>
    </>
  )
}
