'use client'

import { useTranslations } from 'use-intl/react'
import { AlertIcon, CheckCircleIcon, ClockIcon } from '#components/ui/icons.ts'
import type { Tone } from '#components/ui/tone.ts'
import type { ServiceState } from '#lib/service/contract.ts'

type Situation = {
  connected: boolean
  /** Whether the desk itself answers. */
  reachable: boolean
  state: ServiceState | undefined
}

type Words = {
  tone: Tone
  Mark: typeof ClockIcon
  words: string
  /** For the bar, where the way to another page needs the room; the rest is in the tooltip. */
  short?: string
}

/** The connection and the budget in words: what a person may expect of the next click. */
export function useConnectionWords({ connected, reachable, state }: Situation): Words {
  const t = useTranslations('shell.connection')
  if (!reachable) return { tone: 'danger', Mark: AlertIcon, words: t('deskLost') }
  if (!connected) return { tone: 'warning', Mark: AlertIcon, words: t('missing') }
  if (!state) return { tone: 'positive', Mark: CheckCircleIcon, words: t('connected') }
  if (state.down) {
    const seconds = Math.ceil(state.nextTryMs / 1000)
    return { tone: 'danger', Mark: AlertIcon, words: t('down', { seconds }), short: t('short.down') }
  }
  if (state.free === 0) {
    const seconds = Math.max(1, Math.ceil(state.nextFreeMs / 1000))
    return {
      tone: 'warning',
      Mark: ClockIcon,
      words: t('waiting', { seconds }),
      short: t('short.waiting', { seconds }),
    }
  }
  return {
    tone: 'positive',
    Mark: CheckCircleIcon,
    words: t('free', { free: state.free, limit: state.limit }),
    short: t('short.free', { free: state.free, limit: state.limit }),
  }
}
