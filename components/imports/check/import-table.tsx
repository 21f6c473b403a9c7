'use client'

import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { ImportGrid } from '../grid/import-grid.tsx'
import { BulkActions } from './bulk-actions.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { ImportTableState } from './use-import-table.ts'

/** Filters on top, the lines below, and whether what was mended is kept. */
export function ImportTable({ table }: { table: ImportTableState }) {
  const t = useTranslations('imports.check')
  const sentence = useErrorSentence()
  const { list, saver, saving, saveProblem, lines, shown, layout, counts, filter } = table
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {saveProblem && (
        <Alert
          live
          tone="danger"
          title={t('notSaved')}
          action={
            <Button size="small" onClick={() => void saver.save()}>
              {t('saveAgain')}
            </Button>
          }
        >
          {sentence(saveProblem)}
        </Alert>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <FilterChips counts={counts} total={lines.length} filter={filter} onFilter={list.show} />
        <BulkActions table={table} />
      </div>
      {shown.length > 0 ? (
        <ImportGrid label={t('grid')} list={list} lines={shown} layout={layout} />
      ) : (
        <Panel>
          <EmptyState
            title={t('noMatch')}
            action={<Button onClick={() => list.show('all')}>{t('showAll')}</Button>}
          />
        </Panel>
      )}
      <p role="status" className="min-h-5 text-muted text-sm">
        {saving ? t('saving') : t('shown', { shown: shown.length, total: lines.length })}
      </p>
    </div>
  )
}
