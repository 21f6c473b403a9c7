'use client'

import { useTranslations } from 'use-intl/react'
import { useErrorSentence } from '#components/page/use-error-sentence.ts'
import { Alert } from '#components/ui/alert.tsx'
import type { ImportPerson } from '#lib/imports/contract.ts'
import type { Import, ImportResultRow } from '#lib/imports/import-contract.ts'
import { StepHeading } from '../step-heading.tsx'
import { useLeaveWarning } from '../use-leave-warning.ts'
import { ImportTable } from './import-table.tsx'
import { Leavers } from './leavers.tsx'
import { LostZerosNotice } from './lost-zeros.tsx'
import { SendButton } from './send-button.tsx'
import { SummarySentence } from './summary-sentence.tsx'
import { useImportTable } from './use-import-table.ts'
import { useSend } from './use-send.ts'

type CheckStepProps = { of: Import; rows: readonly ImportResultRow[]; people: readonly ImportPerson[] }

/** What will happen? Nothing is sent before the button. */
export function CheckStep({ of: { id, project_id }, rows, people }: CheckStepProps) {
  const t = useTranslations('imports.check')
  const sentence = useErrorSentence()
  const table = useImportTable({ importId: id, rows, people })
  const { send, busy, error } = useSend(id, project_id, table)
  const { facts, plan } = table
  useLeaveWarning(table.unsaved)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StepHeading
        title={t('title')}
        actions={
          <SendButton
            create={plan.create}
            update={plan.update_rows.length}
            busy={busy}
            onSend={() => void send()}
          />
        }
      >
        <SummarySentence facts={facts} reinvited={plan.reinvited} />
      </StepHeading>
      {error && (
        <Alert live tone={error.code === 'import_changed' ? 'warning' : 'danger'}>
          {sentence(error)}
        </Alert>
      )}
      <LostZerosNotice table={table} />
      <Leavers people={facts.leavers} />
      <ImportTable table={table} />
    </div>
  )
}
