'use client'

import { useTranslations } from 'use-intl/react'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, CheckCircleIcon, ClockIcon, CloseIcon, EyeIcon, PauseIcon } from '#components/ui/icons.ts'
import { StatusMark } from '#components/ui/status-mark.tsx'
import type { DeliveryRun } from '#lib/deliveries/contract.ts'

const LOOKS = {
  running: { tone: 'accent', Mark: ClockIcon },
  paused: { tone: 'warning', Mark: PauseIcon },
  review: { tone: 'warning', Mark: EyeIcon },
  done: { tone: 'positive', Mark: CheckCircleIcon },
  failed: { tone: 'danger', Mark: AlertIcon },
  cancelled: { tone: 'neutral', Mark: CloseIcon },
} as const satisfies Record<DeliveryRun['state'], { tone: string; Mark: typeof ClockIcon }>

export function RunState({ of: { state, planned_at } }: { of: DeliveryRun }) {
  const t = useTranslations('deliveries.states')
  const { tone, Mark } = LOOKS[state]
  return (
    <StatusMark tone={tone} mark={<Icon of={Mark} className="size-4" />}>
      {state === 'running' && planned_at === null ? t('planning') : t(state)}
    </StatusMark>
  )
}
