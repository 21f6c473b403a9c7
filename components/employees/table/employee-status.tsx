'use client'

import { useTranslations } from 'use-intl/react'
import { standingTone } from '#components/projects/standing-tone.ts'
import {
  CheckCircleIcon,
  ClockIcon,
  DashedCircleIcon,
  HalfCircleIcon,
  RetakeIcon,
} from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import { getStanding, type Standing } from '#lib/employees/standing.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'

const marks: Record<Standing, typeof ClockIcon> = {
  pending: DashedCircleIcon,
  uploaded: HalfCircleIcon,
  edited: ClockIcon,
  approved: CheckCircleIcon,
  retake: RetakeIcon,
}

export function EmployeeStatus({ employee }: { employee: Employee }) {
  const t = useTranslations('employees.standings')
  const standing = getStanding(employee)
  const Mark = marks[standing]
  return (
    <StatusMark tone={standingTone[standing]} mark={<Mark />}>
      {t(standing)}
    </StatusMark>
  )
}
