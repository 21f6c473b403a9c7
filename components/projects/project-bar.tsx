'use client'

import { useTranslations } from 'use-intl/react'
import { BarLegend } from '#components/ui/bar-legend.tsx'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { StackedBar } from '#components/ui/stacked-bar.tsx'
import type { StatusCounts } from '#lib/projects/contract.ts'
import { BAR_ORDER, statusTone } from './status-tone.ts'

type ProjectBarProps = {
  counts: StatusCounts | undefined
  /** Whether the numbers are still on their way. */
  counting: boolean
}

/** Where a project's people stand: the bar for the eye, the exact numbers below it. */
export function ProjectBar({ counts, counting }: ProjectBarProps) {
  const t = useTranslations('projects.statusCounts')
  const statusCounts = useTranslations('employees.statuses')
  if (!counts)
    return counting ? (
      <div aria-hidden="true" className="grid h-9 content-between pt-1.5">
        <Skeleton shape="round" className="h-2 w-full" />
        <Skeleton className="h-3.5 w-2/5" />
      </div>
    ) : (
      <p className="h-9 content-end text-muted text-sm">{t('unknown')}</p>
    )
  const parts = BAR_ORDER.map(status => ({
    key: status,
    label: statusCounts(status),
    value: counts[status],
    tone: statusTone[status],
  }))
  const filled = parts.filter(({ value }) => value > 0)
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  return (
    <div className="grid h-9 content-between pt-1.5">
      <StackedBar label={t('label')} parts={parts} />
      <div aria-hidden="true" className="overflow-hidden max-lg:hidden">
        <BarLegend parts={filled} />
      </div>
      <p aria-hidden="true" className="truncate text-muted text-sm lg:hidden">
        {t('approved', { approved: counts.approved, total })}
      </p>
    </div>
  )
}
