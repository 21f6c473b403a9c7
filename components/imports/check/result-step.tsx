'use client'

import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { useLeaveWarning } from '#components/ui/browser/use-leave-warning.ts'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { Icon } from '#components/ui/icon.ts'
import { DownloadIcon, WarningIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { toAddress } from '#lib/address/base-path.ts'
import { paths } from '#lib/address/paths.ts'
import { type Import, isOpenRow } from '#lib/contracts/imports.ts'
import { isErrorCode } from '#lib/error-codes.ts'
import { StepHeading } from '../work/step-heading.tsx'
import type { CheckStepProps } from './check-step.tsx'
import { ComparedWith } from './compared-with.tsx'
import { ImportTable } from './import-table.tsx'
import type { LineCounts } from './line-filter.ts'
import { SendButton, useSend } from './send-button.tsx'
import { type ImportTableState, useImportTable } from './use-import-table.ts'

const OUTCOMES = [
  'created',
  'updated',
  'already_there',
  'unchanged',
  'refused',
  'unknown',
  'not_sent',
] as const

/**
 * Result of an import: the employees created or changed, and the failed lines with their reasons. Refused lines can
 * be corrected and sent again from here.
 */
export function ResultStep({ of, rows, people, compared, doubt }: CheckStepProps) {
  const t = useTranslations('imports.result')
  const imports = useTranslations('imports')
  const sentence = useErrorSentence()
  const { created, updated } = of.counts
  const table = useImportTable({ of, rows, people })
  const { send, busy, error } = useSend(of, table)
  const open = table.plan.create + table.plan.update_rows.length + table.counts.arrived
  useLeaveWarning(table.unsaved)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StepHeading
        title={t(`titles.${of.state === 'done' ? 'done' : of.state === 'failed' ? 'failed' : 'cancelled'}`, {
          count: created + updated,
          made: imports('made', { created, updated }),
        })}
        actions={<ResultActions of={of} isOver={open === 0} />}
      >
        {t('text')}
      </StepHeading>
      <ResultCounts of={of} outcomes={table.counts.outcomes} />
      <WhoWaits of={of} rows={rows} people={people} doubt={doubt} />
      {error && (
        <Alert live tone={error.code === 'import_changed' ? 'warning' : 'danger'}>
          {sentence(error)}
        </Alert>
      )}
      {rows.some(isOpenRow) && <ComparedWith of={compared} />}
      <ResultOpen table={table} busy={busy} doubt={doubt} onSend={() => void send()} />
      <ImportTable table={table} />
    </div>
  )
}

/** `isOver`: nothing is left to send, so the next step is the list of employees. */
type ResultActionsProps = { of: Import; isOver: boolean }

/** The result as a file, and the link to the employees. */
function ResultActions({ of: { id, project_id }, isOver }: ResultActionsProps) {
  const t = useTranslations('imports.result')
  return (
    <>
      {(['xlsx', 'csv'] as const).map(format => (
        <a
          key={format}
          href={toAddress(paths.api.importResult(id, format))}
          download
          className={buttonClass()}
        >
          <Icon of={DownloadIcon} />
          {t(`files.${format}`)}
        </a>
      ))}
      <Link href={paths.project(project_id)} className={buttonClass(isOver ? { variant: 'primary' } : {})}>
        {t('toPeople')}
      </Link>
    </>
  )
}

type ResultCountsProps = { of: Import; outcomes: LineCounts['outcomes'] }

/** Counts of the result: every line of the list is in exactly one of them. */
function ResultCounts({ of: { counts, error }, outcomes }: ResultCountsProps) {
  const t = useTranslations('imports.result')
  const kinds = useTranslations('imports.kinds')
  const sentence = useTranslations('errors')
  return (
    <>
      <dl className="flex flex-wrap gap-x-8 gap-y-3" data-testid="import-account">
        {OUTCOMES.map(outcome => {
          const count = outcomes.get(outcome) ?? 0
          return (
            count > 0 && (
              <div key={outcome}>
                <dt className="text-muted text-sm">{kinds(outcome)}</dt>
                <dd className="font-semibold text-xl tabular-nums">{t('count', { count })}</dd>
              </div>
            )
          )
        })}
      </dl>
      {error && isErrorCode(error) && <Alert tone="danger">{sentence(error)}</Alert>}
      {counts.unknown > 0 && <Alert tone="warning">{t('unknown', { count: counts.unknown })}</Alert>}
    </>
  )
}

/** States how many created employees are not invited by the service yet: no other notice says so. */
function WhoWaits({ of, rows, people, doubt }: Omit<CheckStepProps, 'compared'>) {
  const t = useTranslations('imports.result')
  const uninvited = new Set(people.flatMap(({ id, invited_at }) => (invited_at === null ? [id] : [])))
  const waiting = rows.filter(
    ({ outcome, employee_id }) => outcome === 'created' && uninvited.has(employee_id ?? 0),
  )
  if (waiting.length === 0) return null
  return (
    <div className="grid justify-items-start gap-1">
      <p className="text-pretty">
        {doubt
          ? `${t('uninvited', { count: waiting.length })} ${doubt}`
          : t('invitations', { count: waiting.length })}
      </p>
      <Link
        href={paths.project(of.project_id, 'tile=uninvited')}
        className="rounded-sm text-accent-text underline-offset-2 hover:underline"
      >
        {t('showUninvited')}
      </Link>
    </div>
  )
}

type ResultOpenProps = Pick<CheckStepProps, 'doubt'> & {
  table: ImportTableState
  busy: boolean
  onSend: () => void
}

/**
 * Counts refused lines, lines with other problems, lines that can still be sent, and lines that only need to be
 * verified.
 */
function ResultOpen({ table: { list, counts, plan, filter }, busy, doubt, onSend }: ResultOpenProps) {
  const t = useTranslations('imports.result')
  const { refused, arrived } = counts
  const faulty = counts.faulty - refused
  const open = plan.create + plan.update_rows.length
  if (counts.faulty + open + arrived === 0) return null
  return (
    <Panel className="flex flex-wrap items-center justify-between gap-3 p-4">
      <div className="flex min-w-0 gap-2.5 text-pretty [&>svg]:mt-0.5">
        {counts.faulty > 0 && <Icon of={WarningIcon} className="shrink-0 text-warning" />}
        <div>
          {refused > 0 && <p>{t('refused', { count: refused })}</p>}
          {faulty > 0 && <p>{t('faulty', { count: faulty })}</p>}
          {open > 0 && <p>{t('open', { count: open })}</p>}
          {arrived > 0 && <p>{t('arrived', { count: arrived })}</p>}
        </div>
      </div>
      <div className="flex flex-wrap gap-2">
        {refused > 0 && filter !== 'refused' && (
          <Button onClick={() => list.show('refused')}>{t('showRefused', { count: refused })}</Button>
        )}
        {faulty > 0 && filter !== 'faulty' && (
          <Button onClick={() => list.show('faulty')}>{t('showFaulty', { count: faulty })}</Button>
        )}
        {open > 0 && (
          <SendButton
            plan={plan}
            different={plan.update_rows.length}
            faulty={counts.faulty}
            busy={busy}
            doubt={doubt}
            onSend={onSend}
          />
        )}
        {open === 0 && arrived > 0 && (
          <Button data-goes-on variant="primary" busy={busy} onClick={onSend}>
            {t('look')}
          </Button>
        )}
      </div>
    </Panel>
  )
}
