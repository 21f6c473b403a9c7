'use client'

import { useTranslations } from 'use-intl/react'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import type { ExportList } from '#lib/exports/contract.ts'
import { isHistoryFiltered, NO_HISTORY_FILTERS } from '#lib/exports/history/history-filters.ts'
import { HISTORY_FILTER_ID, type HistoryFiltersState } from './use-history-filters.ts'

type NoExportsStateProps = { meta: ExportList['meta']; state: HistoryFiltersState }

/**
 * Explains an empty list, which has three causes: a page past the end, filters without a match, or no download yet.
 */
export function NoExportsState({ meta, state: { filters, hrefOf, change } }: NoExportsStateProps) {
  const t = useTranslations('exports.history')
  if (meta.total > 0)
    return (
      <EmptyState
        title={t('pageGone.title')}
        action={
          <Link href={hrefOf({ page: meta.last_page })} className={buttonClass()}>
            {t('pageGone.action')}
          </Link>
        }
      >
        {t('pageGone.text', { last: meta.last_page })}
      </EmptyState>
    )
  if (isHistoryFiltered(filters))
    return (
      <EmptyState
        title={t('noMatch.title')}
        action={
          <Button
            onClick={() => {
              moveFocus(`#${HISTORY_FILTER_ID}`)
              change(NO_HISTORY_FILTERS)
            }}
          >
            {t('filters.clear')}
          </Button>
        }
      >
        {t('noMatch.text')}
      </EmptyState>
    )
  return (
    <EmptyState
      title={t('empty.title')}
      mark={<Icon of={DownloadIcon} />}
      action={
        <Link href={paths.projects()} className={buttonClass({ variant: 'primary' })}>
          {t('empty.action')}
        </Link>
      }
    >
      {t('empty.text')}
    </EmptyState>
  )
}
