'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import { paths } from '#lib/address/paths.ts'
import { CONNECT_REASONS, type ConnectReason } from '#lib/contracts/connect-reasons.ts'
import { canConnect } from '#lib/session/permissions.ts'
import { useAdministrators, useConnection, useUser } from './connection-provider.tsx'
import { useCurrentPath } from './use-current-path.ts'

/**
 * Adds to `retry`, for an error about the key, a link to the page that takes another key, or the administrators to
 * contact.
 */
export function KeyHelp({ code, retry = null }: { code: string | number | undefined; retry?: ReactNode }) {
  const reason = CONNECT_REASONS.find(reason => reason === code)
  if (!reason && code !== 'not_connected') return retry
  return <FailedKeyHelp reason={reason} retry={retry} />
}

type FailedKeyHelpProps = {
  /** Undefined when there is no key at all. */
  reason: ConnectReason | undefined
  /** The retry button. */
  retry: ReactNode
}

/** Help when the key does not work: a link to enter another key, or the administrators to contact. */
function FailedKeyHelp({ reason, retry }: FailedKeyHelpProps) {
  const t = useTranslations('app')
  const here = useCurrentPath()
  const { by } = useConnection()
  const user = useUser()
  const isOperators = by === 'practice' || by === 'operator'
  const mayEnterKey = !isOperators && user !== null && canConnect(user)
  return (
    <>
      {!isOperators && user && !mayEnterKey && (
        <div className="basis-full pb-2">
          <p className="mx-auto max-w-md text-pretty text-center">
            {t(reason === 'no_api_access' ? 'askAdminAboutAccess' : 'askAdmin')} <Administrators />
          </p>
        </div>
      )}
      {retry}
      <Link className={buttonClass({ variant: 'primary' })} href={paths.connect({ reason, returnTo: here })}>
        {t(mayEnterKey ? 'enterKey' : 'goToConnect')}
      </Link>
    </>
  )
}

/** The administrators' e-mail addresses, as mail links. */
function Administrators() {
  return useAdministrators().map((email, index) => (
    <span key={email}>
      {index > 0 && ', '}
      <a
        href={`mailto:${email}`}
        className="break-words rounded-sm text-accent-text underline underline-offset-2"
      >
        <UserText>{email}</UserText>
      </a>
    </span>
  ))
}
