'use client'

import { useTranslations } from 'use-intl/react'
import { Badge, type Tone } from '#components/ui/badge.tsx'
import {
  CheckCircleIcon,
  ClockIcon,
  DashedCircleIcon,
  HalfCircleIcon,
  RetakeIcon,
} from '#components/ui/icons.tsx'
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
    <Badge tone={tone} mark={<Mark />}>
      {t(standing)}
    </Badge>
  )
}
