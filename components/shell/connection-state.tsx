'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useOffline } from 'next/offline'
import { useEffect } from 'react'
import { useTranslations } from 'use-intl/react'
import { useConnection } from '#components/page/connection-provider.tsx'
import {
  isHurried,
  minutesSinceHeard,
  SERVICE_STATE_KEY,
  serviceStateQuery,
} from '#components/page/service-state.ts'
import { buttonClass } from '#components/ui/button.tsx'
import { cx } from '#components/ui/cx.ts'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon, CheckCircleIcon, ClockIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { StatusMark } from '#components/ui/status-mark.tsx'
import type { Tone } from '#components/ui/tone.ts'
import { paths } from '#lib/address/paths.ts'
import { SERVICE_FAILED_EVENT } from '#lib/desk-api/desk-request.ts'
import { DeskError, type ErrorCode } from '#lib/errors.ts'
import type { ServiceState } from '#lib/service/contract.ts'

type ConnectionStateProps = {
  initial: ServiceState | undefined
  /** The bar may have room for the mark only, on a phone only when there is a problem; the tooltip has the text. */
  look: 'bar' | 'list'
}

/** Current state of the service, with a link to the connection page. */
export function ConnectionState({ initial, look }: ConnectionStateProps) {
  const t = useTranslations('shell.connection')
  const { connected } = useConnection()
  const { data: state, error } = useServiceState({ enabled: connected, initial })
  const code = error instanceof DeskError ? error.code : undefined
  const offline = useOffline()
  const {
    tone,
    Mark,
    words,
    short = words,
  } = useConnectionWords({
    connected: connected && code !== 'not_connected',
    reachable: code !== 'desk_unreachable' && !offline,
    works: error === null || (code !== undefined && KNOWN.has(code)),
    state,
  })
  return (
    <Link
      href={paths.connect()}
      aria-label={t('label', { state: look === 'bar' ? short : words })}
      title={words}
      data-calm={tone === 'positive' || tone === 'neutral' || undefined}
      className={cx(
        buttonClass({ variant: 'quiet', size: 'small' }),
        'max-w-full tabular-nums [&>span]:min-w-0',
        look === 'list' && 'h-auto min-h-9 justify-start whitespace-normal',
      )}
    >
      <StatusMark tone={tone} mark={<Icon of={Mark} />}>
        {look === 'bar' ? (
          <span className="truncate max-xl:sr-only">{short}</span>
        ) : (
          <span className="whitespace-normal">{words}</span>
        )}
      </StatusMark>
    </Link>
  )
}

/** Errors that are shown elsewhere or have their own text; after any other, the state of the service is unknown. */
const KNOWN = new Set<ErrorCode>(['signed_out', 'not_connected'])
const POLL_MS = 10_000

/** While the user reads a countdown. */
const POLL_WAITING_MS = 2_000

type ServiceStateOptions = {
  /** False without a key: then there is no connection to ask about. */
  enabled: boolean
  initial: ServiceState | undefined
}

/**
 * Polls the state of the service in a visible tab. Also reads it at once when a user's request has just failed there
 * or the network is back.
 */
function useServiceState({ enabled, initial }: ServiceStateOptions) {
  const queries = useQueryClient()
  useEffect(() => {
    const askNow = () => void queries.invalidateQueries({ queryKey: SERVICE_STATE_KEY })
    const occasions = [SERVICE_FAILED_EVENT, 'online']
    for (const occasion of occasions) window.addEventListener(occasion, askNow)
    return () => {
      for (const occasion of occasions) window.removeEventListener(occasion, askNow)
    }
  }, [queries])
  return useQuery({
    ...serviceStateQuery,
    enabled,
    initialData: initial,
    // The page was rendered before the service had answered: read again at once.
    ...(initial?.answered === false && { initialDataUpdatedAt: 0 }),
    refetchInterval: ({ state: { data } }) => (data && isWaiting(data) ? POLL_WAITING_MS : POLL_MS),
  })
}

/** True while the next call may change the state, and the user is waiting for that. */
function isWaiting({ down, free, answered, refused }: ServiceState): boolean {
  return down || free === 0 || !answered || refused !== null
}

type Situation = {
  connected: boolean
  /** True when the desk itself answers. */
  reachable: boolean
  /** True when the desk can report the state of the service. */
  works: boolean
  state: ServiceState | undefined
}

type Words = {
  tone: Tone
  Mark: typeof ClockIcon
  words: string
  /** Short text for the bar, which needs its room for links; the tooltip has the rest. */
  short?: string
}

/** The connection and the call budget in words: how fast the next call will be. */
function useConnectionWords({ connected, reachable, works, state }: Situation): Words {
  const t = useTranslations('shell.connection')
  if (!reachable) return { tone: 'danger', Mark: AlertIcon, words: t('deskLost'), short: t('short.deskLost') }
  if (!works) return { tone: 'danger', Mark: AlertIcon, words: t('deskBroken'), short: t('short.deskBroken') }
  if (!connected) return { tone: 'warning', Mark: AlertIcon, words: t('missing') }
  if (state?.refused)
    return {
      tone: 'danger',
      Mark: AlertIcon,
      words: t(`refused.${state.refused}`),
      short: t(`short.${state.refused}`),
    }
  if (state?.down) {
    const seconds = Math.ceil(state.nextTryMs / 1000)
    return { tone: 'danger', Mark: AlertIcon, words: t('down', { seconds }), short: t('short.down') }
  }
  if (!state?.answered)
    return { tone: 'neutral', Mark: ClockIcon, words: t('unanswered'), short: t('short.unanswered') }
  if (state.free === 0) {
    const seconds = Math.max(1, Math.ceil(state.nextFreeMs / 1000))
    return {
      tone: 'warning',
      Mark: ClockIcon,
      words: t('waiting', { seconds }),
      short: t('short.waiting', { seconds }),
    }
  }
  const minutes = minutesSinceHeard(state)
  return {
    tone: 'positive',
    Mark: CheckCircleIcon,
    words: minutes > 0 ? t('heard', { minutes }) : t(isHurried(state) ? 'hurried' : 'free'),
    short: t('connected'),
  }
}
