'use client'

import { useTranslations } from 'use-intl/react'
import {
  AlertIcon,
  CheckCircleIcon,
  ClockIcon,
  CloseIcon,
  DashedCircleIcon,
  PauseIcon,
} from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import type { Export, ExportState as State } from '#lib/exports/contract.ts'

const LOOKS = {
  preparing: { tone: 'accent', Mark: ClockIcon },
  paused: { tone: 'warning', Mark: PauseIcon },
  ready: { tone: 'positive', Mark: CheckCircleIcon },
  failed: { tone: 'danger', Mark: AlertIcon },
  cancelled: { tone: 'neutral', Mark: CloseIcon },
  expired: { tone: 'neutral', Mark: DashedCircleIcon },
} as const satisfies Record<State, { tone: string; Mark: typeof ClockIcon }>

/** Where an export stands, and how many photos it holds. */
export function ExportState({ of: { state, done, total, failed } }: { of: Export }) {
  const t = useTranslations('exports.history')
  const { tone, Mark } = LOOKS[state]
  const complete = state === 'ready' || state === 'expired'
  return (
    <div className="grid justify-items-start gap-0.5 tabular-nums">
      <StatusMark tone={tone} mark={<Mark className="size-4" />}>
        {t(`states.${state}`)}
      </StatusMark>
      <span className="text-muted text-sm">
        {complete || total === null ? t('photos', { count: done }) : t('progress', { done, total })}
        {failed > 0 && ` · ${t('missing', { count: failed })}`}
      </span>
    </div>
  )
}
