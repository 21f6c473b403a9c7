'use client'

import { useFormatter, useNow, useTimeZone, useTranslations } from 'use-intl/react'
import { cx } from '#components/ui/cx.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { daysUntil, parseDay } from './calendar-day.ts'

const SOON_DAYS = 60
const URGENT_DAYS = 7

/** When it ends, and as long as that still matters, how many days are left. */
export function ProjectDeadline({ project }: { project: Project }) {
  const t = useTranslations('projects')
  const format = useFormatter()
  const now = useNow()
  const timeZone = useTimeZone() ?? 'UTC'
  if (project.deadline === null) return t('noDeadline')
  const days = daysUntil(project.deadline, now, timeZone)
  const open = project.status === 'active' || project.status === 'draft'
  const date = format.dateTime(parseDay(project.deadline), 'day', { timeZone: 'UTC' })
  return (
    <>
      <time dateTime={project.deadline}>{t('deadline', { date })}</time>
      {open && days <= SOON_DAYS && (
        <span className={cx('whitespace-nowrap', toneOf(days))}>
          {' · '}
          {days < 0 ? t('overdue', { days: -days }) : t('daysLeft', { days })}
        </span>
      )}
    </>
  )
}

function toneOf(days: number): string {
  if (days < 0) return 'text-danger'
  return days <= URGENT_DAYS ? 'text-warning' : 'text-muted'
}
