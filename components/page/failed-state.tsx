'use client'

import { QueryClientContext } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useContext, useEffect, useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { LiveText } from '#components/ui/announce.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import type { ErrorCode, Failure } from '#lib/errors.ts'
import { KeyHelp } from './key-help.tsx'
import { SERVICE_STATE_KEY } from './service-state.ts'
import { useCurrentPath } from './use-current-path.ts'
import { useRecovery } from './use-recovery.ts'

type FailedStateProps = {
  failure: Failure
  level?: 'h1' | 'h2'
  /** Retries the read; if missing, the page requests its data from the server again. */
  onRetry?: () => void
  retrying?: boolean
}

/** The failed state of a page or a list: the reason and one action. A temporary failure is retried automatically. */
export function FailedState({ failure, level, onRetry, retrying = false }: FailedStateProps) {
  useHeaderToldToo(failure)
  const t = useTranslations('app.failed')
  const reason = useTranslations('errors')
  const router = useRouter()
  const [refreshing, startRefresh] = useTransition()
  const retry = onRetry ?? (() => startRefresh(() => router.refresh()))
  const busy = refreshing || retrying
  const seconds = useRecovery({ failure, retry, retrying: busy })
  return (
    <div className="pb-8">
      <LiveText as="div">
        <EmptyState
          title={t(`titles.${titleOf(failure)}`)}
          level={level}
          mark={<Icon of={AlertIcon} className="size-5" />}
          className="pb-4"
        >
          {failure.code === 'busy' && failure.retryAfterSeconds
            ? t('busyFor', { seconds: failure.retryAfterSeconds })
            : reason(failure.code)}
        </EmptyState>
      </LiveText>
      <div className="flex flex-wrap justify-center gap-2 px-4">
        <FailedHelp code={failure.code} busy={busy} onRetry={retry} />
      </div>
      {seconds !== null && (
        <p className="mt-4 text-center text-muted text-sm tabular-nums">
          {busy ? t('trying') : t('nextTry', { seconds })}
        </p>
      )}
      {failure.requestId && (
        <p className="mt-4 text-center text-muted text-sm">
          {t('reference')} <code className="select-all">{failure.requestId}</code>
        </p>
      )}
    </div>
  )
}

const TITLES = {
  signed_out: 'signedOut',
  forbidden: 'forbidden',
  not_connected: 'notConnected',
  key_rejected: 'keyRejected',
  no_api_access: 'noApiAccess',
  key_unreadable: 'keyUnreadable',
  service_unreachable: 'serviceDown',
  service_timeout: 'serviceDown',
  gateway_answered: 'serviceDown',
  service_moved: 'serviceDown',
  desk_unreachable: 'deskLost',
  busy: 'busy',
} as const

function titleOf({ code }: Failure): 'other' | (typeof TITLES)[keyof typeof TITLES] {
  return code in TITLES ? TITLES[code as keyof typeof TITLES] : 'other'
}

type FailedHelpProps = { code: ErrorCode; busy: boolean; onRetry: () => void }

/** Action for a failure: sign in, go back, check the key, or try again. */
function FailedHelp({ code, busy, onRetry }: FailedHelpProps) {
  const t = useTranslations('app')
  const here = useCurrentPath()

  if (code === 'signed_out')
    return (
      <Link className={buttonClass({ variant: 'primary' })} href={paths.signIn(here)}>
        {t('signInAgain')}
      </Link>
    )
  if (code === 'not_found' || code === 'forbidden')
    return (
      <Link className={buttonClass()} href={paths.projects()}>
        {t('backToProjects')}
      </Link>
    )
  const retry = (
    <Button busy={busy} onClick={onRetry}>
      {t('tryAgain')}
    </Button>
  )
  return <KeyHelp code={code} retry={retry} />
}

/** Makes the header show the failure that the page has just met at once, not up to ten seconds later. */
export function useHeaderToldToo(failure: Failure | Error | null) {
  const queries = useContext(QueryClientContext)
  useEffect(() => {
    if (failure) void queries?.invalidateQueries({ queryKey: SERVICE_STATE_KEY })
  }, [queries, failure])
}
