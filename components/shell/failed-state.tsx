'use client'

import Link from 'next/link'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { AlertIcon } from '#components/ui/icons.tsx'
import type { Failure } from '#lib/errors.ts'
import { paths } from '#lib/paths.ts'
import { CONNECT_REASONS } from '#lib/session/contract.ts'
import { useConnection } from './connection-provider.tsx'

type FailedStateProps = {
  failure: Failure
  level?: 'h1' | 'h2'
  /** How to try again; without it the page asks the server for itself once more. */
  onRetry?: () => void
  retrying?: boolean
}

/** The failed state of a page or a list: the reason, and the one thing that helps. */
export function FailedState({ failure, level, onRetry, retrying = false }: FailedStateProps) {
  const t = useTranslations('app')
  const reason = useTranslations('errors')
  const { code, retryAfterSeconds: seconds } = failure
  return (
    <div role="alert">
      <EmptyState
        title={t('failed.title')}
        level={level}
        mark={<AlertIcon className="size-5" />}
        action={<Help failure={failure} onRetry={onRetry} retrying={retrying} />}
      >
        {code === 'busy' && seconds ? t('failed.busyFor', { seconds }) : reason(code)}
      </EmptyState>
    </div>
  )
}

function Help({ failure: { code }, onRetry, retrying }: Omit<FailedStateProps, 'level'>) {
  const t = useTranslations('app')
  const pathname = usePathname()
  const search = useSearchParams().toString()
  const here = search ? `${pathname}?${search}` : pathname
  const { by } = useConnection()
  const router = useRouter()
  const [refreshing, startRefresh] = useTransition()
  const reason = CONNECT_REASONS.find(reason => reason === code)

  if (code === 'signed_out')
    return (
      <Link className={buttonClass({ variant: 'primary' })} href={paths.signIn(here)}>
        {t('signInAgain')}
      </Link>
    )
  if (code === 'not_found')
    return (
      <Link className={buttonClass()} href={paths.projects()}>
        {t('backToProjects')}
      </Link>
    )
  return (
    <>
      <Button busy={refreshing || retrying} onClick={onRetry ?? (() => startRefresh(() => router.refresh()))}>
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
