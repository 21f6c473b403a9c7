'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { SpreadsheetIcon } from '#components/ui/icons.ts'
import { Panel } from '#components/ui/panel.tsx'
import { changeImportWork, type ImportWork, setImportWork } from '../import-work.ts'
import { StepHeading } from '../step-heading.tsx'
import { toDataRows } from '../to-data-rows.ts'
import { GuessBar } from './guess-bar.tsx'
import { PreviewTable } from './preview-table.tsx'
import type { ReadList } from './use-read-list.ts'

/** Did it understand my list? Nothing has left this computer yet. */
export function PreviewList({ work, list }: { work: ImportWork; list: ReadList }) {
  const t = useTranslations('imports.file')
  const problems = useTranslations('imports.file.problems')
  const { table, headerRow, fileName } = work
  const count = toDataRows(table, headerRow).length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-5">
      <StepHeading
        title={t('understood')}
        actions={
          <>
            <Button onClick={() => setImportWork(null)}>{t('another')}</Button>
            <Button
              variant="primary"
              disabled={count === 0 || list.reading}
              onClick={() => changeImportWork({ step: 'columns' })}
            >
              {t('next')}
            </Button>
          </>
        }
      >
        {t('understoodText')}
      </StepHeading>
      <Panel className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
        <p className="flex items-center gap-2 font-medium">
          <SpreadsheetIcon className="text-muted" />
          <span className="min-w-0 truncate">
            <ForeignText>{fileName ?? t('pasted')}</ForeignText>
          </span>
          <span className="whitespace-nowrap font-normal text-muted tabular-nums" role="status">
            {list.reading ? t('reading') : t('rows', { count })}
          </span>
        </p>
        <GuessBar work={work} list={list} />
        {list.problem && (
          <Alert live tone="danger" title={t('unreadable')}>
            {problems(list.problem)}
          </Alert>
        )}
        {count === 0 && <Alert tone="warning">{problems('empty')}</Alert>}
        <PreviewTable rows={table.rows} headerRow={headerRow} />
      </Panel>
    </div>
  )
}
