'use client'

import { usePathname, useSearchParams } from 'next/navigation'
import { useTranslations } from 'use-intl/react'
import { Button } from '#components/ui/button.tsx'
import { buttonClass } from '#components/ui/button-class.ts'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import type { ErrorCode } from '#lib/errors.ts'
import { CONNECT_REASONS } from '#lib/session/connect-reasons.ts'
import { useConnection } from './connection-provider.tsx'

type FailedHelpProps = { code: ErrorCode; busy: boolean; onRetry: () => void }

/** What a person can do about a failure: sign in, go back, connect, or try again. */
export function FailedHelp({ code, busy, onRetry }: FailedHelpProps) {
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
