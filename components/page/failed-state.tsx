'use client'

import { QueryClientContext } from '@tanstack/react-query'
import { lazy, Suspense, useContext, useEffect, useEffectEvent } from 'react'
import { useTranslations } from 'use-intl/react'
import { Said } from '#components/ui/announce.tsx'
import { untilDeskAnswers, whenOnline } from '#components/ui/browser/when-online.ts'
import { Button } from '#components/ui/button.tsx'
import { EmptyState } from '#components/ui/empty-state.tsx'
import { Icon } from '#components/ui/icon.ts'
import { AlertIcon } from '#components/ui/icons.ts'
import type { Failure } from '#lib/errors.ts'
import type { FailedStateProps } from './failed-state-body.tsx'
import { SERVICE_STATE_KEY } from './service-state.ts'

const FailedStateBody = lazy(whenOnline(() => import('./failed-state-body.tsx')))

/**
 * The failed state of a page or a list. Its code comes with the first failure; that the desk itself is away, from where no code comes,
 * can be said without.
 */
export function FailedState(props: FailedStateProps) {
  useHeaderToldToo(props.failure)
  return (
    <Suspense fallback={props.failure.code === 'desk_unreachable' && <DeskLost {...props} />}>
      <FailedStateBody {...props} />
    </Suspense>
  )
}

/** Until that code can come the list is tried again as soon as the desk answers, and from then on at intervals (`use-recovery.ts`). */
function DeskLost({ level, onRetry, retrying = false }: FailedStateProps) {
  const t = useTranslations('app')
  const reason = useTranslations('errors')
  const tryAgain = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    let isSeen = true
    void untilDeskAnswers().then(() => isSeen && tryAgain())
    return () => {
      isSeen = false
    }
  }, [])
  return (
    <div className="pb-8">
      <Said as="div">
        <EmptyState
          title={t('failed.titles.deskLost')}
          level={level}
          mark={<Icon of={AlertIcon} />}
          className="pb-4"
        >
          {reason('desk_unreachable')}
        </EmptyState>
      </Said>
      <p className="flex justify-center">
        <Button busy={retrying} onClick={onRetry}>
          {t('tryAgain')}
        </Button>
      </p>
      <p className="mt-4 text-center text-muted text-sm">{t('offline.trying')}</p>
    </div>
  )
}

/** The header says what the page has just met, and not ten seconds later. */
export function useHeaderToldToo(failure: Failure | Error | null) {
  const queries = useContext(QueryClientContext)
  useEffect(() => {
    if (failure) void queries?.invalidateQueries({ queryKey: SERVICE_STATE_KEY })
  }, [queries, failure])
}
