'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import { useLeaveWarning } from '#components/ui/browser/use-leave-warning.ts'
import type { ImportPerson } from '#lib/contracts/import-rows.ts'
import type { Import, ImportPeople, ImportResultRow } from '#lib/contracts/imports.ts'
import type { CheckFacts } from '#lib/imports/check/running-check.ts'
import { StepHeading } from '../work/step-heading.tsx'
import { ComparedWith } from './compared-with.tsx'
import { ImportTable } from './import-table.tsx'
import { Leavers } from './leavers.tsx'
import { FormattedNumbersNotice, LostZerosNotice } from './lost-zeros.tsx'
import { SendButton, useSend } from './send-button.tsx'
import { type ImportTableState, useImportTable } from './use-import-table.ts'

/** Ordered by importance for a user who is about to press the button. */
const COUNTED = ['new', 'different', 'equal', 'conflict', 'invalid', 'excluded'] as const

export type CheckStepProps = {
  of: Import
  rows: readonly ImportResultRow[]
  people: readonly ImportPerson[]
  /** Age and completeness of the employees compared with. */
  compared: ImportPeople['meta']
  /** Shown instead of the promise that the service invites new employees; null where that can be promised. */
  doubt: string | null
}

/** Shows the effect of the import. Nothing is sent before the button is pressed. */
export function CheckStep({ of, rows, people, compared, doubt }: CheckStepProps) {
  const t = useTranslations('imports.check')
  const sentence = useErrorSentence()
  const table = useImportTable({ of, rows, people })
  const { send, busy, error } = useSend(of, table)
  const { facts, plan } = table
  useLeaveWarning(table.unsaved)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StepHeading
        title={t('title')}
        actions={
          <SendButton
            plan={plan}
            different={facts.summary.different}
            faulty={table.counts.faulty}
            busy={busy}
            doubt={doubt}
            onSend={() => void send()}
          />
        }
      >
        <SummarySentence facts={facts} plan={plan} doubt={doubt} />
      </StepHeading>
      {error && (
        <Alert live tone={error.code === 'import_changed' ? 'warning' : 'danger'}>
          {sentence(error)}
        </Alert>
      )}
      <ComparedWith of={compared} />
      <LostZerosNotice table={table} />
      <FormattedNumbersNotice table={table} />
      <Leavers people={facts.leavers} />
      <ImportTable table={table} />
    </div>
  )
}

type SummarySentenceProps = Pick<CheckStepProps, 'doubt'> & {
  facts: CheckFacts
  plan: ImportTableState['plan']
}

/**
 * The effect of the import in one sentence before the button, and the number of employees who get a mail from the
 * service.
 */
function SummarySentence({ facts: { summary, cleaned }, plan, doubt }: SummarySentenceProps) {
  const t = useTranslations('imports.check.summary')
  const format = useFormatter()
  const unchosen = summary.different - plan.update_rows.length
  const parts = COUNTED.filter(kind => summary[kind] > 0).map(kind =>
    kind === 'different' && unchosen > 0
      ? t('differentUnchosen', { count: summary.different, unchosen })
      : t(kind, { count: summary[kind] }),
  )
  const cells = cleaned.spaces + cleaned.invisible
  return (
    <>
      <p className="text-text" data-testid="import-summary">
        {format.list(parts)}. {(summary.new > 0 && doubt) || t('invited', { count: summary.new })}{' '}
        {plan.reinvited > 0 && t('reinvited', { count: plan.reinvited })}
      </p>
      {cells > 0 && <p className="text-sm">{t('cleaned', { count: cells })}</p>}
    </>
  )
}
