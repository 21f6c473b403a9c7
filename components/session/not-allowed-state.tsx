'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { ForeignText } from '#components/ui/foreign-text.tsx'
import { Link } from '#components/ui/link.tsx'
import type { ConnectReason } from '#lib/contracts/connect-reasons.ts'
import { toLocalPath } from './local-path.ts'

type NotAllowedStateProps = {
  /** Why the present key does not serve; without it there is none. */
  trouble: ConnectReason | undefined
  /** The key is set on the server, where no page changes it. */
  byOperator: boolean
  administrators: string[]
  returnTo: string | undefined
}

/** For who cannot help it on this page: what is the matter, who can, and a way to look again. */
export function NotAllowedState({ trouble, byOperator, administrators, returnTo }: NotAllowedStateProps) {
  const t = useTranslations('connect')
  const app = useTranslations('app')
  const sentence = useTranslations('errors')
  return (
    <div className="grid gap-4">
      <Alert tone="warning" title={trouble ? sentence(trouble) : t('askAdmin.title')}>
        {byOperator ? t('trouble.operator') : trouble ? t('trouble.askAdmin') : t('askAdmin.text')}
      </Alert>
      {!byOperator && (
        <ul className="grid gap-1">
          {administrators.map(email => (
            <li key={email}>
              <a
                href={`mailto:${email}`}
                className="break-words rounded-sm text-accent-text underline-offset-2 hover:underline"
              >
                <ForeignText>{email}</ForeignText>
              </a>
            </li>
          ))}
        </ul>
      )}
      <Link href={toLocalPath(returnTo)} className={buttonClass({ className: 'justify-self-start' })}>
        {app('tryAgain')}
      </Link>
    </div>
  )
}
