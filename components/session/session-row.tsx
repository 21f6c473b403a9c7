'use client'

import { useTranslations } from 'use-intl/react'
import { Moment } from '#components/page/moment.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { Button } from '#components/ui/button.tsx'
import type { SignedInSession } from '#lib/session/account-contract.ts'

type SessionRowProps = { session: SignedInSession; ending: boolean; onEnd: () => void }

/** One browser in which somebody is signed in. The one that asks is left by signing out. */
export function SessionRow({ session, ending, onEnd }: SessionRowProps) {
  const t = useTranslations('account.sessions')
  const client = session.client || t('unknown')
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-6 py-3">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-2 font-medium">
          {client}
          {session.current && <Badge tone="accent">{t('current')}</Badge>}
        </p>
        <p className="flex flex-wrap gap-x-4 text-muted text-sm">
          <span>
            {t('since')} <Moment at={session.created_at} /> {t(`methods.${session.method}`)}
          </span>
          <span>
            {t('lastSeen')} <Moment at={session.last_seen_at} />
          </span>
        </p>
      </div>
      {!session.current && (
        <Button size="small" busy={ending} aria-label={t('endOne', { client })} onClick={onEnd}>
          {t('end')}
        </Button>
      )}
    </li>
  )
}
