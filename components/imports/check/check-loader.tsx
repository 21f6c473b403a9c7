'use client'

import { useTranslations } from 'use-intl/react'
import { useInvitationDoubt } from '#components/employee-data/use-status-words.ts'
import { FailedState } from '#components/page/failed-state.tsx'
import { Panel } from '#components/ui/panel.tsx'
import { Progress } from '#components/ui/progress.tsx'
import type { Import } from '#lib/contracts/imports.ts'
import { toFailure } from '#lib/errors.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { CheckStep } from './check-step.tsx'
import { ResultStep } from './result-step.tsx'
import { useImportPeople, useImportRows } from './use-import-table.ts'

/** Loads all rows of an import and all employees they are compared with: a part of either would mislead. */
export default function CheckLoader({ project, of }: { project: Project; of: Import }) {
  const t = useTranslations('imports.check')
  const rows = useImportRows(of)
  const people = useImportPeople(of.project_id)
  const doubt = useInvitationDoubt(project)
  const failed = [rows, people].find(({ error, data }) => error && !data)
  if (failed?.error)
    return (
      <Panel>
        <FailedState
          failure={toFailure(failed.error)}
          retrying={failed.isFetching}
          onRetry={() => void failed.refetch()}
        />
      </Panel>
    )
  if (!rows.data || !people.data?.meta.complete) {
    const { loaded = 0, total = null } = people.data?.meta ?? {}
    return (
      <Panel className="grid gap-3 p-6">
        <p>{t('comparing')}</p>
        <Progress label={t('comparing')} value={loaded} max={total} />
      </Panel>
    )
  }
  const Step = of.state === 'draft' ? CheckStep : ResultStep
  const { data, meta } = people.data
  const compared = { ...meta, failed: meta.failed || people.error !== null }
  return <Step key={of.started_at} of={of} rows={rows.data} people={data} compared={compared} doubt={doubt} />
}
