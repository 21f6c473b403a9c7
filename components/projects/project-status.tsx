'use client'

import { useTranslations } from 'use-intl/react'
import { Icon } from '#components/ui/icon.ts'
import { CheckCircleIcon, EmptyCircleIcon, HalfCircleIcon } from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import type { Tone } from '#components/ui/tone.ts'
import { UserText } from '#components/ui/user-text.tsx'
import { projectStatusLabel } from '#lib/i18n/service-words.ts'
import { type ProjectStatus as Status, toKnownProjectStatus } from '#lib/portrait-api/terms.ts'

const looks: Record<Status, { tone: Tone; Mark: typeof CheckCircleIcon }> = {
  draft: { tone: 'neutral', Mark: EmptyCircleIcon },
  active: { tone: 'accent', Mark: HalfCircleIcon },
  completed: { tone: 'positive', Mark: CheckCircleIcon },
  archived: { tone: 'neutral', Mark: CheckCircleIcon },
}

/** Status with its meaning on hover. */
export function ExplainedProjectStatus({ status }: { status: string }) {
  const t = useTranslations('glossary.projects')
  return (
    <span title={t(toKnownProjectStatus(status) ?? 'other')}>
      <ProjectStatus status={status} />
    </span>
  )
}

/** Status of a project; for a status that the desk does not know, the service's own word. */
export function ProjectStatus({ status }: { status: string }) {
  const t = useTranslations('projects.statuses')
  const known = toKnownProjectStatus(status)
  const { tone, Mark } = known ? looks[known] : { tone: 'neutral' as const, Mark: EmptyCircleIcon }
  return (
    <StatusMark tone={tone} mark={<Icon of={Mark} />}>
      <UserText>{projectStatusLabel(status, t)}</UserText>
    </StatusMark>
  )
}
