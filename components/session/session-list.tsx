'use client'

import { useMutation } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { useTranslations } from 'use-intl/react'
import { Alert } from '#components/ui/alert.tsx'
import { Button } from '#components/ui/button.tsx'
import { moveFocus } from '#components/ui/move-focus.ts'
import { paths } from '#lib/address/paths.ts'
import type { SignedInSession } from '#lib/contracts/accounts.ts'
import { toDeskError } from '#lib/errors.ts'
import { deskCommand } from '#lib/http/desk-request.ts'
import { SessionRow } from './session-row.tsx'

const TITLE_ID = 'sessions-title'

/** All others at once: no session has this id. */
const OTHERS = ''

export function SessionList({ sessions, max }: { sessions: SignedInSession[]; max: number }) {
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
  const ending = end.isPending || refreshing ? end.variables : undefined

  return (
    <section aria-labelledby={TITLE_ID}>
      <div className="flex flex-wrap items-start justify-between gap-3 px-6 pt-5 pb-3">
        <div className="min-w-0 max-w-lg">
          <h2 id={TITLE_ID} className="text-lg">
            {t('title')}
          </h2>
          <p className="mt-0.5 text-muted">{sessions.length > 1 ? t('text') : t('onlyThis')}</p>
          <p className="mt-0.5 text-muted">{t('max', { max })}</p>
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
