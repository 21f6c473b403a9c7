'use client'

import { useTranslations } from 'use-intl/react'
import {
  CheckCircleIcon,
  ClockIcon,
  DashedCircleIcon,
  HalfCircleIcon,
  RetakeIcon,
} from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import type { Tone } from '#components/ui/tone.ts'
import type { Employee } from '#lib/portrait-api/contract.ts'
import { getStanding, type Standing } from './employee-standing.ts'

const looks: Record<Standing, { tone: Tone; Mark: typeof ClockIcon }> = {
  pending: { tone: 'neutral', Mark: DashedCircleIcon },
  uploaded: { tone: 'info', Mark: HalfCircleIcon },
  edited: { tone: 'warning', Mark: ClockIcon },
  approved: { tone: 'positive', Mark: CheckCircleIcon },
  retake: { tone: 'danger', Mark: RetakeIcon },
}

export function EmployeeStatus({ employee }: { employee: Employee }) {
  const t = useTranslations('employees.standings')
  const standing = getStanding(employee)
  const { tone, Mark } = looks[standing]
  return (
    <StatusMark tone={tone} mark={<Mark />}>
      {t(standing)}
    </StatusMark>
  )
}
