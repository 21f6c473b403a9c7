'use client'

import { useFormatter, useTimeZone, useTranslations } from 'use-intl/react'
import { useClock } from '#components/page/moment.tsx'
import { cx } from '#components/ui/cx.ts'
import type { Project } from '#lib/portrait-api/contract.ts'
import { toDay } from '#lib/text/iso-time.ts'

const SOON_DAYS = 60
const URGENT_DAYS = 7

/** The deadline, and the days left while they still matter. */
export function ProjectDeadline({ project }: { project: Project }) {
  const t = useTranslations('projects')
  const format = useFormatter()
  const now = useClock()
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

/** Start date of a project; some have none yet. */
export function ProjectPeriod({ project }: { project: Project }) {
  const t = useTranslations('projects')
  const format = useFormatter()
  if (!project.start_date) return null
  const date = format.dateTime(parseDay(project.start_date), 'day', { timeZone: 'UTC' })
  return <p className="text-muted">{t('starts', { date })}</p>
}

function toneOf(days: number): string {
  if (days < 0) return 'text-danger'
  return days <= URGENT_DAYS ? 'text-warning' : 'text-muted'
}

/** Parses a date without a time, such as `2026-12-31`, as the start of that day in UTC. */
function parseDay(day: string): Date {
  return new Date(`${day}T00:00:00Z`)
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns whole days from today in a time zone until a day: 0 is today, negative is in the past. */
function daysUntil(day: string, now: Date, timeZone: string): number {
  const today = toDay(now, timeZone)
  return Math.round((parseDay(day).getTime() - parseDay(today).getTime()) / DAY_MS)
}
