'use client'

import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { AlertIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { CONNECT_REASONS } from '#lib/contracts/connect-reasons.ts'
import type { ErrorCode, Failure } from '#lib/errors.ts'
import { useConnection } from './connection-provider.tsx'
import { useRecovery } from './use-recovery.ts'

type FailedStateProps = {
  failure: Failure
  level?: 'h1' | 'h2'
  /** How to try again; without it the page asks the server for itself once more. */
  onRetry?: () => void
  retrying?: boolean
}

/** The failed state of a page or a list: the reason, the one thing that helps, and what passes is tried again. */
export function FailedState({ failure, level, onRetry, retrying = false }: FailedStateProps) {
  const t = useTranslations('app.failed')
  const reason = useTranslations('errors')
  const router = useRouter()
  const [refreshing, startRefresh] = useTransition()
  const retry = onRetry ?? (() => startRefresh(() => router.refresh()))
  const busy = refreshing || retrying
  const seconds = useRecovery({ failure, retry, retrying: busy })
  return (
    <div className="pb-8">
      <div role="alert">
        <EmptyState
          title={t(`titles.${titleOf(failure)}`)}
          level={level}
          mark={<AlertIcon className="size-5" />}
          className="pb-4"
        >
          {failure.code === 'busy' && failure.retryAfterSeconds
            ? t('busyFor', { seconds: failure.retryAfterSeconds })
            : reason(failure.code)}
        </EmptyState>
      </div>
      <div className="flex flex-wrap justify-center gap-2">
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
  no_api_access: 'keyRejected',
  key_unreadable: 'keyRejected',
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

/** What a person can do about a failure: sign in, go back, connect, or try again. */
function FailedHelp({ code, busy, onRetry }: FailedHelpProps) {
  const t = useTranslations('app')
  const pathname = usePathname()
  const search = useSearchParams().toString()
  const here = search ? `${pathname}?${search}` : pathname
  const { by } = useConnection()
  const reason = CONNECT_REASONS.find(reason => reason === code)

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
  return (
    <>
      <Button busy={busy} onClick={onRetry}>
        {t('tryAgain')}
      </Button>
      {by !== 'practice' && (code === 'not_connected' || reason) && (
        <Link
          className={buttonClass({ variant: 'primary' })}
          href={paths.connect({ reason, returnTo: here })}
        >
          {t('goToConnect')}
        </Link>
      )}
    </>
  )
}
