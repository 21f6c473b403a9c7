'use client'

import { useTranslations } from 'use-intl/react'
import { Skeleton } from '#components/ui/skeleton.tsx'
import { BarLegend, StackedBar } from '#components/ui/stacked-bar.tsx'
import type { Tone } from '#components/ui/tone.ts'
import type { PortraitStatus } from '#lib/portrait-api/portrait-status.ts'
import type { StatusCounts } from '#lib/projects/contract.ts'

/** Parts of a project's bar, the most advanced first: a bar fills from its start. */
const BAR_ORDER = [
  'approved',
  'edited',
  'uploaded',
  'retake',
  'other',
  'pending',
] as const satisfies PortraitStatus[]

/** The colour of each status. */
const STATUS_TONES: Record<PortraitStatus, Tone> = {
  approved: 'positive',
  edited: 'warning',
  uploaded: 'info',
  retake: 'danger',
  other: 'neutral',
  pending: 'neutral',
}

type ProjectBarProps = {
  counts: StatusCounts | undefined
  /** True while the counts are loading. */
  counting: boolean
}

/** Status of a project's employees: a bar, and the exact numbers below it. */
export function ProjectBar({ counts, counting }: ProjectBarProps) {
  const t = useTranslations('projects.statusCounts')
  const statuses = useTranslations('employees.statuses')
  if (!counts)
    return counting ? (
      <div className="grid h-9 content-between pt-1.5">
        <Skeleton shape="round" className="h-2 w-full" />
        <p className="text-muted text-sm">{t('counting')}</p>
      </div>
    ) : (
      <p className="h-9 content-end text-muted text-sm">{t('unknown')}</p>
    )
  const parts = BAR_ORDER.map(status => ({
    key: status,
    label: statuses(status),
    value: counts[status],
    tone: STATUS_TONES[status],
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
