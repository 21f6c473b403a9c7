'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { Moment } from '#components/page/moment.tsx'
import { Alert } from '#components/ui/alert.tsx'
import { Badge } from '#components/ui/badge.tsx'
import { moveFocus } from '#components/ui/browser/focus.ts'
import { Button } from '#components/ui/button.tsx'
import { paths } from '#lib/address/paths.ts'
import type { SignedInSession } from '#lib/contracts/accounts.ts'
import { deskCommand } from '#lib/desk-api/desk-request.ts'
import { toDeskError } from '#lib/errors.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const TITLE_ID = 'sessions-title'

/** Id that means all other sessions: no session has it. */
const OTHERS = ''

type SessionListProps = {
  sessions: SignedInSession[]
  /** Maximum number of sessions, idle limit and maximum duration (ms). */
  limits: { places: number; idleMs: number; mostMs: number }
}

export function SessionList({ sessions, limits }: SessionListProps) {
  const t = useTranslations('account.sessions')
  const sentence = useTranslations('errors')
  const router = useRouter()
  const [refreshing, startRefresh] = useTransition()
  const end = useMutation({
    mutationFn: (id: string) =>
      deskCommand(id === OTHERS ? paths.api.sessions() : paths.api.oneSession(id), {
        method: 'DELETE',
      }),
    onSettled: () => startRefresh(() => router.refresh()),
    onSuccess: () => moveFocus(`#${TITLE_ID}`),
  })
  const formatTime = (ms: number) =>
    ms % HOUR_MS === 0
      ? t('hours', { hours: ms / HOUR_MS })
      : t('minutes', { minutes: Math.max(1, Math.round(ms / MINUTE_MS)) })
  const ending = end.isPending || refreshing ? end.variables : undefined

  return (
    <section aria-labelledby={TITLE_ID}>
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 pt-5 pb-3">
        <div className="min-w-0 max-w-lg">
          <h2 id={TITLE_ID} className="text-lg">
            {t('title')}
          </h2>
          <p className="mt-0.5 text-muted">{sessions.length > 1 ? t('text') : t('onlyThis')}</p>
          <p className="mt-0.5 text-muted">{t('max', { max: limits.places })}</p>
          <p className="mt-0.5 text-muted">
            {t('limits', { idle: formatTime(limits.idleMs), most: formatTime(limits.mostMs) })}
          </p>
        </div>
        {sessions.length > 1 && (
          <Button variant="danger" busy={ending === OTHERS} onClick={() => end.mutate(OTHERS)}>
            {t('endOthers')}
          </Button>
        )}
      </div>
      {end.error && (
        <Alert tone="danger" live className="mx-6 mb-3">
          {sentence(toDeskError(end.error).code)}
        </Alert>
      )}
      <ul className="divide-y divide-line border-line border-t">
        {sessions.map(session => (
          <SessionRow
            key={session.id}
            session={session}
            ending={ending === session.id}
            onEnd={() => end.mutate(session.id)}
          />
        ))}
      </ul>
    </section>
  )
}

type SessionRowProps = { session: SignedInSession; ending: boolean; onEnd: () => void }

/** One signed-in browser. The current one is left by signing out. */
function SessionRow({ session, ending, onEnd }: SessionRowProps) {
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
