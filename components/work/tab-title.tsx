'use client'

import { useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import { useTitlePart } from '#components/page/page-title.ts'
import { createStore } from '#components/ui/browser/store.ts'
import type { WorkItem } from '#lib/work/contract.ts'
import { toState, type WorkMeasure } from '#lib/work/measure-work.ts'

/** True when a download has become ready while this tab was hidden. */
const readyAway = createStore(false)

export function tellAway(item: WorkItem): void {
  if (document.hidden && item.kind === 'export' && toState(item) === 'ready' && item.job.done > 0)
    readyAway.set(true)
}

/** "34 % · Employees": total progress in the tab's title, for users in another tab. */
export function TabTitle({ measure: { running, paused, share } }: { measure: WorkMeasure }) {
  const t = useTranslations('work.title')
  const isAway = useSyncExternalStore(
    subscribe,
    () => document.hidden,
    () => false,
  )
  const isReady = readyAway.use()
  const words =
    running === 0
      ? isAway && isReady && t('ready')
      : running === paused
        ? t('paused')
        : share !== null && t('percent', { percent: Math.floor(share * 100) })
  useTitlePart('work', words || null)
  return null
}

function subscribe(tell: () => void): () => void {
  const look = () => {
    if (!document.hidden) readyAway.set(false)
    tell()
  }
  document.addEventListener('visibilitychange', look)
  return () => document.removeEventListener('visibilitychange', look)
}
