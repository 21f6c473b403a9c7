'use client'

import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import type { ImportPerson } from '#lib/imports/contract.ts'
import type { Import, ImportResultRow } from '#lib/imports/import-contract.ts'
import { ImportTable } from '../check/import-table.tsx'
import { useImportTable } from '../check/use-import-table.ts'
import { useSend } from '../check/use-send.ts'
import { StepHeading } from '../step-heading.tsx'
import { useLeaveWarning } from '../use-leave-warning.ts'
import { ResultActions } from './result-actions.tsx'
import { ResultCounts } from './result-counts.tsx'
import { ResultOpen } from './result-open.tsx'

type ResultStepProps = { of: Import; rows: readonly ImportResultRow[]; people: readonly ImportPerson[] }

/** Did it happen? To whom, to whom not, and why; what was refused can be mended and sent from here. */
export function ResultStep({ of, rows, people }: ResultStepProps) {
  const t = useTranslations('imports.result')
  const sentence = useErrorSentence()
  const table = useImportTable({ importId: of.id, rows, people })
  const { send, busy, error } = useSend(of.id, of.project_id, table)
  const open = table.plan.create + table.plan.update_rows.length
  useLeaveWarning(table.unsaved)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StepHeading
        title={t(`titles.${of.state === 'done' ? 'done' : of.state === 'failed' ? 'failed' : 'cancelled'}`, {
          count: of.counts.created + of.counts.updated,
        })}
        actions={<ResultActions of={of} isOver={open === 0} />}
      >
        {t('text')}
      </StepHeading>
      <ResultCounts of={of} />
      {error && (
        <Alert live tone={error.code === 'import_changed' ? 'warning' : 'danger'}>
          {sentence(error)}
        </Alert>
      )}
      <ResultOpen table={table} busy={busy} onSend={() => void send()} />
      <ImportTable table={table} />
    </div>
  )
}
