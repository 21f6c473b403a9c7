'use client'

import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { buttonClass } from '#components/ui/button.tsx'
import { Link } from '#components/ui/link.tsx'
import { UserText } from '#components/ui/user-text.tsx'
import type { ConnectReason } from '#lib/contracts/connect-reasons.ts'
import type { Connection } from '#lib/contracts/session.ts'
import { toLocalPath } from './local-path.ts'
import { LookAgain } from './look-again.tsx'

type NotAllowedStateProps = {
  /** Reason why the current key does not work; undefined when there is no key. */
  trouble: ConnectReason | undefined
  /** A key of the operator or of practice mode cannot be changed on a page. */
  by: Connection['by']
  administrators: string[]
  practicePage: string | null
  returnTo: string | undefined
}

/**
 * For users who cannot solve the problem on this page: the problem, the person in charge, and a button to check
 * again.
 */
export function NotAllowedState({
  trouble,
  by,
  administrators,
  practicePage,
  returnTo,
}: NotAllowedStateProps) {
  const t = useTranslations('connect')
  const app = useTranslations('app')
  const sentence = useTranslations('errors')
  return (
    <div className="grid gap-4">
      <Alert tone="warning" title={trouble ? sentence(trouble) : t('askAdmin.title')}>
        <Help trouble={trouble} by={by} />
      </Alert>
      {by === 'practice' && practicePage && (
        <p>
          {t('trouble.practiceBack')}{' '}
          <a
            href={practicePage}
            className="break-words rounded-sm text-accent-text underline underline-offset-2"
          >
            {practicePage}
          </a>
          <span className="mt-1 block text-muted text-sm">{t('trouble.practiceElsewhere')}</span>
        </p>
      )}
      {by !== 'operator' && by !== 'practice' && (
        <ul className="grid gap-1">
          {administrators.map(email => (
            <li key={email}>
              <a
                href={`mailto:${email}`}
                className="break-words rounded-sm text-accent-text underline-offset-2 hover:underline"
              >
                <UserText>{email}</UserText>
              </a>
            </li>
          ))}
        </ul>
      )}
      {trouble === 'no_api_access' ? (
        <LookAgain code={trouble} />
      ) : (
        <Link href={toLocalPath(returnTo)} className={buttonClass({ className: 'justify-self-start' })}>
          {app('tryAgain')}
        </Link>
      )}
    </div>
  )
}

/** Person in charge, and the remedy. */
function Help({ trouble, by }: Pick<NotAllowedStateProps, 'trouble' | 'by'>) {
  const t = useTranslations('connect')
  if (by === 'practice') return t('trouble.practice')
  if (by === 'operator') return t(trouble === 'no_api_access' ? 'trouble.askService' : 'trouble.operator')
  if (!trouble) return t('askAdmin.text')
  return t(trouble === 'no_api_access' ? 'trouble.askAdminAboutAccess' : 'trouble.askAdmin')
}
