'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { toDataRows } from '#components/imports/columns/columns.ts'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { SpreadsheetIcon } from '#components/ui/icons.ts'
import { Panel } from '#components/ui/panel.tsx'
import { ScrollRegion } from '#components/ui/scroll-region.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { hasPeople, listDoubtfulRows, type Table } from '#lib/imports/read/table.ts'
import { changeImportWork, type ImportWork, setImportWork } from '../work/import-work.ts'
import { StepHeading } from '../work/step-heading.tsx'
import { GuessBar } from './guess-bar.tsx'
import {
  ColumnNotices,
  HiddenLines,
  NumberQuestion,
  OtherSheets,
  SpellingQuestion,
} from './list-questions.tsx'
import type { ReadList } from './use-read-list.ts'

/** Enough lines to see whether the list was read correctly. */
const LINES = 8
/** Number of lines named; further ones are only counted. */
const LINES_NAMED = 3

/** Preview of how the list was read. No data has left this computer yet. */
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
          <Icon of={SpreadsheetIcon} className="text-muted" />
          <span className="min-w-0 truncate">
            <UserText>{fileName ?? t('pasted')}</UserText>
          </span>
          <span className="whitespace-nowrap font-normal text-muted tabular-nums">
            {list.reading ? t('reading') : t(hasPeople(table) ? 'people' : 'rows', { count })}
          </span>
        </p>
        <OtherSheets work={work} list={list} />
        <HiddenLines work={work} list={list} />
        <ColumnNotices work={work} />
        <NumberQuestion work={work} list={list} />
        <GuessBar work={work} list={list} />
        <SpellingQuestion work={work} list={list} />
        {list.problem && (
          <Alert live tone="danger" title={t('unreadable')}>
            {problems(list.problem.problem, { format: list.problem.format ?? 'other' })}
          </Alert>
        )}
        {table.malformed.length > 0 && <LinesToCheck trouble="malformed" rows={table.malformed} />}
        {table.undecoded.length > 0 && <LinesToCheck trouble="undecoded" rows={table.undecoded} />}
        {count === 0 && <Alert tone="warning">{problems('empty')}</Alert>}
        <PreviewTable table={table} headerRow={headerRow} />
      </Panel>
    </div>
  )
}

type LinesToCheckProps = { trouble: 'malformed' | 'undecoded'; rows: readonly number[] }

function LinesToCheck({ trouble, rows }: LinesToCheckProps) {
  const t = useTranslations('imports.file')
  const format = useFormatter()
  const named = rows.slice(0, LINES_NAMED)
  const words = { count: rows.length, rows: format.list(named.map(String)), more: rows.length - named.length }
  return <Alert tone="warning">{t(trouble === 'malformed' ? 'malformed' : 'undecoded', words)}</Alert>
}

type PreviewTableProps = { table: Table; headerRow: number | null }

/**
 * The first lines as they were read, under their own numbers. While the encoding is in question, the lines with
 * affected words are shown instead. Lines above the headers are not imported.
 */
function PreviewTable({ table, headerRow }: PreviewTableProps) {
  const t = useTranslations('imports.file.preview')
  const { rows } = table
  const header = rows.findIndex(({ row }) => row === headerRow)
  const doubtful = listDoubtfulRows(table).filter(({ row }) => row > (headerRow ?? 0))
  const people = doubtful.length > 0 ? doubtful : rows.slice(header + 1)
  const shown = [...rows.slice(0, header + 1), ...people.slice(0, LINES)]
  return (
    <ScrollRegion label={t('caption')} className="rounded-md border border-line">
      <table className="w-full border-separate border-spacing-0 text-sm">
        <caption className="sr-only">{t('caption')}</caption>
        <tbody>
          {shown.map(({ row, cells }, index) => (
            <tr
              key={row}
              className={cx(
                index === header && 'bg-accent-soft font-medium',
                index < header && 'text-muted line-through decoration-line-strong',
              )}
            >
              <th
                scope="row"
                data-numeric
                className="w-0 border-line border-e border-b bg-sunken px-2.5 py-1 text-end font-normal text-muted text-xs"
              >
                {row}
              </th>
              {cells.map((cell, column) => (
                <Cell key={`${row}-${String(column)}`} text={cell} header={index === header} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  )
}

function Cell({ text, header }: { text: string; header: boolean }) {
  const Tag = header ? 'th' : 'td'
  return (
    <Tag className="max-w-64 truncate border-line border-b px-2.5 py-1 text-start font-[inherit]">
      <UserText>{text}</UserText>
    </Tag>
  )
}
