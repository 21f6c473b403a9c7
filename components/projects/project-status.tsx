'use client'

import { useTranslations } from 'use-intl/react'
import { CheckCircleIcon, ClockIcon, DashedCircleIcon, HalfCircleIcon } from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import type { Tone } from '#components/ui/tone.ts'
import type { ProjectStatus as Status } from '#lib/portrait-api/contract.ts'

const looks: Record<Status, { tone: Tone; Mark: typeof ClockIcon }> = {
  draft: { tone: 'neutral', Mark: DashedCircleIcon },
  active: { tone: 'accent', Mark: HalfCircleIcon },
  completed: { tone: 'positive', Mark: CheckCircleIcon },
  archived: { tone: 'neutral', Mark: ClockIcon },
}

export function ProjectStatus({ status }: { status: Status }) {
  const t = useTranslations('projects.statuses')
  const { tone, Mark } = looks[status]
  return (
    <StatusMark tone={tone} mark={<Mark />}>
      {t(status)}
    </StatusMark>
  )
}
