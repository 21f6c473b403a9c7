'use client'

import { useFormatter, useTranslations } from 'use-intl/react'
import type { Project } from '#lib/portrait-api/contract.ts'
import { parseDay } from './calendar-day.ts'

/** When a project begins, or began; some have no day yet. */
export function ProjectPeriod({ project }: { project: Project }) {
  const t = useTranslations('projects')
  const format = useFormatter()
  if (!project.start_date) return null
  const date = format.dateTime(parseDay(project.start_date), 'day', { timeZone: 'UTC' })
  return <p className="text-muted">{t('starts', { date })}</p>
}
