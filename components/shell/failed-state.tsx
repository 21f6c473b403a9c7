'use client'

import Link from 'next/link'
import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { AlertIcon } from '#components/ui/icons.tsx'
import type { ErrorCode } from '#lib/errors.ts'
import { paths } from '#lib/paths.ts'

type FailedStateProps = {
  code: ErrorCode
  level?: 'h1' | 'h2'
  /** How to try again; without it the page asks the server for itself once more. */
  onRetry?: () => void
  retrying?: boolean
}

/** The failed state of a page or a list: the reason, and the one thing that helps. */
export function FailedState({ code, level, onRetry, retrying = false }: FailedStateProps) {
  const t = useTranslations('app')
  const reason = useTranslations('errors')
  return (
    <div role="alert">
      <EmptyState
        title={t('failed.title')}
        level={level}
        mark={<AlertIcon className="size-5" />}
        action={<Help code={code} onRetry={onRetry} retrying={retrying} />}
      >
        {reason(code)}
      </EmptyState>
    </div>
  )
}

function Help({ code, onRetry, retrying }: Pick<FailedStateProps, 'code' | 'onRetry' | 'retrying'>) {
  const t = useTranslations('app')
  const pathname = usePathname()
  const search = useSearchParams().toString()
  const router = useRouter()
  const [refreshing, startRefresh] = useTransition()

  if (code === 'signed_out')
    return (
      <Link
        className={buttonClass({ variant: 'primary' })}
        href={paths.signIn(search ? `${pathname}?${search}` : pathname)}
      >
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
      {(code === 'not_connected' || code === 'key_rejected' || code === 'no_api_access') && (
        <Link className={buttonClass({ variant: 'primary' })} href={paths.connect()}>
          {t('goToConnect')}
        </Link>
      )}
    </>
  )
}
