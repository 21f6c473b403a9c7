'use client'

import { useTranslations } from 'use-intl/react'
import { useConnection } from '#components/page/connection-provider.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { cx } from '#components/ui/cx.ts'
import { Link } from '#components/ui/link.tsx'
import { StatusMark } from '#components/ui/status-mark.tsx'
import { paths } from '#lib/address/paths.ts'
import { DeskError } from '#lib/errors.ts'
import type { ServiceState } from '#lib/service/contract.ts'
import { useConnectionWords } from './use-connection-words.ts'
import { useServiceState } from './use-service-state.ts'

type ConnectionStateProps = {
  initial: ServiceState | undefined
  /** In the bar there may be room for the mark only, on a phone just when something is amiss; the tooltip says what. */
  look: 'bar' | 'list'
}

/** How the way to the service is right now, and the way to the page about it. */
export function ConnectionState({ initial, look }: ConnectionStateProps) {
  const t = useTranslations('shell.connection')
  const { connected } = useConnection()
  const { data: state, error } = useServiceState({ enabled: connected, initial })
  const code = error instanceof DeskError ? error.code : undefined
  const {
    tone,
    Mark,
    words,
    short = words,
  } = useConnectionWords({
    connected: connected && code !== 'not_connected',
    reachable: code !== 'desk_unreachable',
    state,
  })
  return (
    <Link
      href={paths.connect()}
      aria-label={t('label', { state: look === 'bar' ? short : words })}
      title={words}
      data-calm={tone === 'positive' || undefined}
      className={cx(
        buttonClass({ variant: 'quiet', size: 'small' }),
        'max-w-full tabular-nums [&>span]:min-w-0',
        look === 'list' && 'h-auto min-h-9 justify-start whitespace-normal',
      )}
    >
      <StatusMark tone={tone} mark={<Mark />}>
        {look === 'bar' ? (
          <span className="truncate max-xl:sr-only">{short}</span>
        ) : (
          <span className="whitespace-normal">{words}</span>
        )}
      </StatusMark>
    </Link>
  )
}
