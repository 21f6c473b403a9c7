'use client'

import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { announce } from '#components/ui/announce.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { isOpenRow } from '#lib/contracts/imports.ts'
import { isQuestion } from '#lib/imports/check/match-person.ts'
import { type GridLine, isFaulty } from '../grid/grid-line.ts'
import { ImportGrid } from '../grid/import-grid.tsx'
import { FilterChips } from './filter-chips.tsx'
import type { ImportTableState } from './use-import-table.ts'
import { useSayCheck } from './use-say-check.ts'

/** Filters at the top, the lines below, and whether corrections have been saved. */
export function ImportTable({ table }: { table: ImportTableState }) {
  const t = useTranslations('imports.check')
  const sentence = useErrorSentence()
  useSayCheck(table)
  const { list, project, saver, saving, saveProblem, lines, shown, layout, counts, filter } = table
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {saveProblem && (
        <Alert
          live="urgent"
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
      <OutdatedChanges table={table} />
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
        <FilterChips counts={counts} total={lines.length} filter={filter} onFilter={list.show} />
        <BulkActions table={table} />
      </div>
      {shown.length > 0 ? (
        <ImportGrid
          label={t('grid')}
          list={list}
          lines={shown}
          layout={layout}
          project={project}
          over={!lines.some(isOpenRow)}
        />
      ) : (
        <Panel>
          <EmptyState
            title={t('noMatch')}
            action={<Button onClick={() => list.show('all')}>{t('showAll')}</Button>}
          />
        </Panel>
      )}
      <p className="min-h-5 text-muted text-sm">
        {saving ? t('saving') : t('shown', { shown: shown.length, total: lines.length })}
      </p>
    </div>
  )
}

/**
 * Warns about chosen changes that are different now, because the employee, the row or its matched employee has
 * changed. The user has not seen the new change.
 */
function OutdatedChanges({ table: { list, lines, plan } }: { table: ImportTableState }) {
  const t = useTranslations('imports.check.outdated')
  const rows = new Set(plan.outdated)
  if (rows.size === 0) return null
  return (
    <Alert
      live
      tone="warning"
      action={
        <>
          <Button size="small" onClick={() => list.showOnly(plan.outdated)}>
            {t('show')}
          </Button>
          <Button
            size="small"
            onClick={() => {
              moveFocus('[data-goes-on]:not(:disabled)', 'h2[tabindex]')
              const left = lines.filter(({ source }) => rows.has(source.row))
              list.take(left, false)
            }}
          >
            {t('drop')}
          </Button>
        </>
      }
    >
      {t('text', { count: rows.size })}
    </Alert>
  )
}

/** Actions for many lines at once; each button shows its number of lines. */
function BulkActions({ table: { list, lines, counts, plan } }: { table: ImportTableState }) {
  const t = useTranslations('imports.check.bulk')
  const said = useTranslations('imports.check')
  const { different, questions, faulty } = counts
  const opted = plan.update_rows.length
  const ready = lines.some(line => isReady(line) && !line.updated)

  function tell(taken: boolean, count: number) {
    // The button disappears when no line is left for it.
    moveFocus('[data-goes-on]:not(:disabled)', 'h2[tabindex]')
    announce(said(taken ? 'announceTaken' : 'announceLeft', { count }))
  }

  return (
    <div className="flex flex-wrap gap-2">
      {ready && (
        <Button size="small" onClick={() => tell(true, list.takeAll(lines.filter(isReady)))}>
          {t(questions > 0 ? 'updateSure' : 'updateAll', { count: different - questions })}
        </Button>
      )}
      {opted > 0 && (
        <Button size="small" onClick={() => tell(false, list.take(lines.filter(isChosen), false))}>
          {t('updateNone', { count: opted })}
        </Button>
      )}
      {faulty > 0 && (
        <Button size="small" onClick={() => tell(false, list.take(lines.filter(isFaulty), false))}>
          {t('leaveOut', { count: faulty })}
        </Button>
      )}
    </div>
  )
}

/** True for a change that needs no decision. */
function isReady({ checked }: GridLine): boolean {
  return checked.kind === 'different' && !isQuestion(checked)
}

function isChosen({ checked, updated }: GridLine): boolean {
  return checked.kind === 'different' && updated
}
