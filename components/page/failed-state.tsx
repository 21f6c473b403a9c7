'use client'

import { QueryClientContext } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useContext, useEffect, useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { Said } from '#components/ui/announce.tsx'
import { Button, buttonClass } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon } from '#components/ui/icons.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { CONNECT_REASONS } from '#lib/contracts/connect-reasons.ts'
import type { ErrorCode, Failure } from '#lib/errors.ts'
import { canConnect } from '#lib/session/permissions.ts'
import { useAdministrators, useConnection, useUser } from './connection-provider.tsx'
import { SERVICE_STATE_KEY } from './service-state.ts'
import { useHere } from './use-here.ts'
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
  useHeaderToldToo(failure)
  return (
    <div className="pb-8">
      <Said as="div">
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
      </Said>
      <WhomToAsk code={failure.code} />
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

/** What a person can do about a failure: sign in, go back, connect, or try again. */
function FailedHelp({ code, busy, onRetry }: FailedHelpProps) {
  const t = useTranslations('app')
  const here = useHere()
  const { by } = useConnection()
  const user = useUser()
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
      {(code === 'not_connected' || reason) && (
        <Link
          className={buttonClass({ variant: 'primary' })}
          href={paths.connect({ reason, returnTo: here })}
        >
          {t(by !== 'practice' && by !== 'operator' && user && canConnect(user) ? 'enterKey' : 'goToConnect')}
        </Link>
      )}
    </>
  )
}

/** Of a key that does not serve, for who cannot enter another: who can, by name. */
function WhomToAsk({ code }: { code: ErrorCode }) {
  const t = useTranslations('app')
  const { by } = useConnection()
  const user = useUser()
  const administrators = useAdministrators()
  const isAboutKey = code === 'not_connected' || CONNECT_REASONS.some(reason => reason === code)
  if (!isAboutKey || by === 'practice' || by === 'operator' || !user || canConnect(user)) return null
  return (
    <p className="mx-auto max-w-md text-pretty px-4 pb-4 text-center">
      {t(code === 'no_api_access' ? 'askAdminAboutAccess' : 'askAdmin')}{' '}
      {administrators.map((email, index) => (
        <span key={email}>
          {index > 0 && ', '}
          <a
            href={`mailto:${email}`}
            className="break-words rounded-sm text-accent-text underline-offset-2 hover:underline"
          >
            <ForeignText>{email}</ForeignText>
          </a>
        </span>
      ))}
    </p>
  )
}

/** The header says what the page has just met, and not ten seconds later. */
function useHeaderToldToo(failure: Failure) {
  const queries = useContext(QueryClientContext)
  useEffect(() => {
    if (failure) void queries?.invalidateQueries({ queryKey: SERVICE_STATE_KEY })
  }, [queries, failure])
}
