'use client'

import { useQueries } from '@tanstack/react-query'
import { useEffect, useSyncExternalStore } from 'react'
import { useTranslations } from 'use-intl/react'
import type { Export } from '#lib/exports/contract.ts'
import { isOver } from '#lib/jobs/is-over.ts'
import { useRunningExports } from './running-exports.ts'
import { type CardTexts, exportQuery } from './use-export.ts'

/** "34 % · Employees": how far the downloads are, for somebody who is in another tab. Requests nothing itself. */
export default function TabTitle() {
  const t = useTranslations('exports.card')
  const running = useRunningExports()
  const answers = useQueries({
    queries: running.map(({ id }) => ({ ...exportQuery(id, t), enabled: false })),
  })
  const isAway = useSyncExternalStore(
    subscribe,
    () => document.hidden,
    () => false,
  )
  const exports = answers.flatMap(({ data }) => data ?? [])
  const words = toWords(exports, { isAway, t })
  useEffect(() => (words === null ? undefined : showBeforeTitle(words)), [words])
  return null
}

/** Nobody who looks at the card needs to be told in the title as well that it is ready. */
function toWords(exports: Export[], { isAway, t }: { isAway: boolean; t: CardTexts }): string | null {
  const open = exports.filter(exported => !isOver(exported))
  if (open.length === 0)
    return isAway && exports.some(({ state }) => state === 'ready') ? t('titleReady') : null
  if (open.every(({ state }) => state === 'paused')) return t('titlePaused')
  const total = open.reduce((sum, { total }) => sum + (total ?? 0), 0)
  const come = open.reduce((sum, { done, failed }) => sum + done + failed, 0)
  return total > 0 ? t('titlePrefix', { percent: Math.floor((come / total) * 100) }) : null
}

function subscribe(tell: () => void): () => void {
  document.addEventListener('visibilitychange', tell)
  return () => document.removeEventListener('visibilitychange', tell)
}

/** Puts words before the tab's title, also before the title of the next page. The returned function takes them away. */
function showBeforeTitle(words: string): () => void {
  const mark = `${words} · `
  const put = () => {
    if (!document.title.startsWith(mark)) document.title = mark + document.title
  }
  const observer = new MutationObserver(put)
  put()
  observer.observe(document.head, { childList: true, subtree: true, characterData: true })
  return () => {
    observer.disconnect()
    if (document.title.startsWith(mark)) document.title = document.title.slice(mark.length)
  }
}
