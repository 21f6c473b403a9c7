'use client'

import { useTranslations } from 'use-intl/react'
import { Table, TableBody, TableHead, TableHeader } from '#components/ui/table.tsx'
import type { Activity } from '#lib/contracts/activity.ts'
import { ActivityRow } from './activity-row.tsx'
import type { ProjectName, TargetName } from './load-activity-page.ts'
import type { ActivityFiltersState } from './use-activity-filters.ts'

type ActivityTableProps = {
  entries: Activity[]
  projects: ProjectName[]
  targets: TargetName[]
  state: ActivityFiltersState
}

export function ActivityTable({ entries, projects, targets, state }: ActivityTableProps) {
  const t = useTranslations('activity')
  return (
    <Table stale={state.changing}>
      <caption className="sr-only">{t('caption')}</caption>
      <TableHead>
        <tr>
          <TableHeader className="w-44">{t('columns.at')}</TableHeader>
          <TableHeader className="w-[24%]">{t('columns.actor')}</TableHeader>
          <TableHeader>{t('columns.what')}</TableHeader>
        </tr>
      </TableHead>
      <TableBody>
        {entries.map(entry => (
          <ActivityRow
            key={entry.id}
            entry={entry}
            project={projects.find(({ id }) => id === entry.project)?.name}
            targets={targets}
            state={state}
          />
        ))}
      </TableBody>
    </Table>
  )
}
