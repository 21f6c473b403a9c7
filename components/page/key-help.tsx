'use client'

import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl/react'
import { buttonClass } from '#components/ui/button.tsx'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { Link } from '#components/ui/link.tsx'
import { paths } from '#lib/address/paths.ts'
import { CONNECT_REASONS, type ConnectReason } from '#lib/contracts/connect-reasons.ts'
import { canConnect } from '#lib/session/permissions.ts'
import { useAdministrators, useConnection, useUser } from './connection-provider.tsx'
import { useHere } from './use-here.ts'

/** Beside `retry`, the way on where an error is about the key: the page that takes another one, or whom to ask. */
export function KeyHelp({ code, retry = null }: { code: string | number | undefined; retry?: ReactNode }) {
  const reason = CONNECT_REASONS.find(reason => reason === code)
  if (!reason && code !== 'not_connected') return retry
  return <FailedKeyHelp reason={reason} retry={retry} />
}

type FailedKeyHelpProps = {
  /** Undefined where there is no key at all. */
  reason: ConnectReason | undefined
  /** The button that tries again. */
  retry: ReactNode
}

/** Where the key does not serve: the way to another one, or whom to ask. */
function FailedKeyHelp({ reason, retry }: FailedKeyHelpProps) {
  const t = useTranslations('app')
  const here = useHere()
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

/** By their addresses, to write to them. */
function Administrators() {
  return useAdministrators().map((email, index) => (
    <span key={email}>
      {index > 0 && ', '}
      <a
        href={`mailto:${email}`}
        className="break-words rounded-sm text-accent-text underline underline-offset-2"
      >
        <ForeignText>{email}</ForeignText>
      </a>
    </span>
  ))
}
